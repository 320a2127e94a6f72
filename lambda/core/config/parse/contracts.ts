/** The settings that make no sense with the contract of a service. */

import { type ConditionSettings, impossibleWith } from '../../conditions/conditions';
import type { Contract } from '../../words/codes';
import { isJsonObject } from '../../words/json';
import type { Service } from '../config';
import { DEFAULTS, type SoundConfig } from '../schema/config-schema';
import type { ConfigDocument } from './document';
import type { ConfigFault, ConfigPath } from './fault';

type ContractKey = 'words' | 'at' | 'requireService' | 'expectService' | 'maxReportAge';

/** The keys that say nothing with a contract. */
const USELESS: Readonly<Record<Contract, readonly ContractKey[]>> = {
  own: ['words', 'at'],
  common: ['requireService', 'expectService'],
  text: ['requireService', 'expectService', 'maxReportAge', 'at'],
  http: ['requireService', 'expectService', 'maxReportAge', 'at', 'words'],
};

/** Why a key is wrong, and what would be right. */
const EXPECTED: Readonly<Record<ContractKey, string>> = {
  words: 'only "contract: common" and "contract: text" support it',
  at: 'only "contract: common" supports it',
  requireService: 'only "contract: own" supports it: no other contract names the service',
  expectService: 'only "contract: own" supports it: no other contract names the service',
  maxReportAge: 'only "contract: own" and "contract: common" support it: others have no timestamp',
};

/**
 * A key of a service that says nothing with its contract is a fault. A key of the top level is one only if no service can use it, so that
 * services of several contracts can share a file; conditions of the top level never are.
 */
export function contractFaults(sound: SoundConfig, document: ConfigDocument): ConfigFault[] {
  const services = sound.services ?? [];
  const known = services.flatMap((service, index) => {
    const path = ['services', index];
    const contract = document.get([...path, 'contract']) === undefined ? sound.contract : service?.contract;
    return contract === undefined ? [] : [{ path, contract }];
  });
  const ofServices = known.flatMap(({ path, contract }) => [
    ...USELESS[contract]
      .filter((key) => isSet(document.get([...path, key])))
      .map((key) => document.fault([...path, key], EXPECTED[key])),
    ...impossibleConditions(path, contract, document),
  ]);
  const isUseless = (key: ContractKey) => known.every(({ contract }) => USELESS[contract].includes(key));
  const ofTop = (Object.keys(EXPECTED) as ContractKey[])
    .filter(
      (key) => known.length === services.length && services.length > 0 && isSet(document.get([key])) && isUseless(key),
    )
    .map((key) => document.fault([key], EXPECTED[key]));
  return [...ofServices, ...ofTop];
}

/** `requireService: false` requires nothing. */
function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false;
}

function impossibleConditions(path: ConfigPath, contract: Contract, document: ConfigDocument): ConfigFault[] {
  return impossibleWith(contract).flatMap((code) => {
    const setting = document.get([...path, 'conditions', code]);
    const action = isJsonObject(setting) ? setting.do : setting;
    if (setting === undefined || action === 'off') return [];
    const expected = `expected off, or nothing: with "contract: ${contract}" it can never begin`;
    return [document.fault([...path, 'conditions', code], expected)];
  });
}

/** The service without what its contract can't use: that has its default, wherever it was set. */
export function forContract(service: Service): Service {
  const { contract, words, at, requireService, maxReportAgeMs } = service;
  const uses = (key: ContractKey) => !USELESS[contract].includes(key);
  return {
    ...service,
    words: uses('words') ? words : DEFAULTS.words,
    at: uses('at') ? at : DEFAULTS.at,
    requireService: uses('requireService') ? requireService : DEFAULTS.requireService,
    maxReportAgeMs: uses('maxReportAge') ? maxReportAgeMs : DEFAULTS.maxReportAgeMs,
    conditions: possibleConditions(service),
  };
}

function possibleConditions({ contract, conditions }: Service): ConditionSettings {
  const impossible: readonly string[] = impossibleWith(contract);
  const possible = Object.entries(conditions).filter(([code]) => !impossible.includes(code));
  return Object.fromEntries(possible);
}
