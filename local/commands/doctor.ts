/** `statuswatch doctor`: checks the whole path from a deployment to people. It only reads. */

import { configHash } from '../../lambda/core/config/config-hash';
import { checkerFunctionName } from '../../lambda/core/invoke/invocation';
import { jsonText } from '../../lambda/core/words/without-commands';
import type { Apis, DeployedConfig, Facts } from '../doctor/facts';
import { findingsOf, type Local } from '../doctor/findings';
import { gatherFacts } from '../doctor/gather-facts';
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
  const now = Date.now();
  const facts = await factsOf(local, region, awsApis(access), now);
  if (facts.checker.kind === 'failed')
    throw new PassingError(`AWS can't be reached in ${region}: ${facts.checker.message}`);
  const findings = findingsOf(facts, local, now);
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

/** Throws a `UserError` if there is no such deployment, or no access to it. */
export async function factsOf(local: Local, region: string, apis: Apis, now: number): Promise<Facts> {
  try {
    const facts = await gatherFacts(local, apis, { now, isFatal: isCredentialFault });
    if (facts !== null) return facts;
  } catch (error) {
    throw isCredentialFault(error) ? new UserError(credentialFault(error)) : error;
  }
  throw noFunction(local, region);
}

export function noFunction({ config }: DeployedConfig, region: string): UserError {
  return new UserError(
    `there is no function ${checkerFunctionName(config.name)} in ${region}: is that the name of the deployment, and its region and account? --region names another`,
  );
}
