/** `statuswatch doctor`: checks the whole path from a deployment to people. It only reads. */

import { configHash } from '../../lambda/core/config/config-hash';
import { checkerFunctionName } from '../../lambda/core/invoke/invocation';
import { cleanText } from '../../lambda/core/words/clean-text';
import { errorMessage } from '../../lambda/core/words/run-failure';
import { jsonText } from '../../lambda/core/words/without-commands';
import type { Apis, Checker, DeployedConfig } from '../doctor/facts';
import { findingsOf, type Local } from '../doctor/findings';
import { gatherFacts, isDenied } from '../doctor/gather-facts';
import { doctorPolicy } from '../doctor/policy';
import { findingsText } from '../doctor/reports';
import { loadNamedDeployment } from '../input/load-config';
import { PassingError, UserError } from '../input/user-error';
import { credentialFault, isCredentialFault } from '../remote/credential-fault';
import { loadSdk } from '../remote/load-sdk';
import type { Terminal } from '../terminal/terminal';

export interface DoctorOptions {
  /** The name of the deployment. */
  readonly deployed: string;
  readonly config: string;
  readonly region?: string;
  readonly json?: boolean;
  readonly policy?: boolean;
}

/** Resolves to the exit code: 1 if something failed, otherwise 3 if something could not be checked; throws a `UserError` for 2. */
export async function doctor(options: DoctorOptions, terminal: Terminal): Promise<number> {
  const local = loadLocal(options);
  if (options.policy) {
    terminal.out.write(`${jsonText(doctorPolicy({ ...local, region: policyRegion(options, local) }), 2)}\n`);
    return 0;
  }
  const [{ openAws }, { awsApis }] = await loadSdk(() =>
    Promise.all([import('../remote/open-aws'), import('../remote/aws-apis')]),
  );
  const access = await openAws(options.region ?? local.deployment.region ?? undefined);
  const { region } = access;
  const apis = awsApis(access);
  const now = Date.now();
  const checker = await explainFaults('doctor', local, region, () => readChecker(local, apis));
  const findings = findingsOf(await gatherFacts(local, checker, apis, now), local, now);
  const text = options.json
    ? jsonText({ deployment: options.deployed, region, findings }, 2)
    : findingsText(findings, terminal);
  terminal.out.write(`${text}\n`);
  if (findings.some(({ mark }) => mark === 'failed')) return 1;
  return findings.some(({ mark }) => mark === 'unknown') ? 3 : 0;
}

export function loadLocal(options: DoctorOptions): Local {
  const { config, deployment } = loadNamedDeployment(options);
  return { file: options.config, config, deployment, configHash: configHash(config, deployment) };
}

export function policyRegion({ region }: DoctorOptions, { deployment }: DeployedConfig): string {
  return region ?? deployment.region ?? process.env.AWS_REGION ?? 'us-east-1';
}

/** Throws a `UserError` if there is no such deployment. */
export async function readChecker({ config }: DeployedConfig, apis: Pick<Apis, 'readFunction'>): Promise<Checker> {
  const name = checkerFunctionName(config.name);
  const { table, topicArns, ...checker } = await apis.readFunction(name);
  const { alerts, checkerAlarms } = topicArns;
  if (table === null || alerts === null || checkerAlarms === null)
    throw new UserError(`the function ${name} names no table or no topic: deploy it again`);
  return { ...checker, table, topicArns: { alerts, checkerAlarms } };
}

const ERROR_LENGTH = 500;

/** Rejects with a `UserError` in place of an error of AWS; a bug of our own stays as it is. */
export async function explainFaults<Result>(
  command: 'doctor' | 'verify',
  { config }: DeployedConfig,
  region: string,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (isCredentialFault(error)) throw new UserError(credentialFault(error));
    const message = cleanText(errorMessage(error), ERROR_LENGTH);
    if (isDenied(error)) {
      const policy = `"statuswatch ${command} --deployed ${config.name} --policy" prints the permissions that it needs`;
      throw new UserError(`a permission is missing: ${message}; ${policy}`);
    }
    if ((Object(error) as { $metadata?: object }).$metadata === undefined) throw error;
    throw new PassingError(`AWS can't be reached in ${region}: ${message}`);
  }
}
