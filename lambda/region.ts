/** The Lambda of a region that confirms outages: checks services for the checker of another region. It logs nothing. */

import { httpProbe } from './adapters/http/http-probe';
import { warmProbe } from './adapters/http/warm-probe';
import { readDeployedConfig } from './adapters/system/deployed-config';
import { systemClock } from './adapters/system/system-clock';
import { connectionFor } from './core/probe/probe-request';
import { answerQuestion } from './core/probe/regions/answer-question';

const { services } = readDeployedConfig(__dirname).whole.all();
const warmed = warmProbe(services.map(connectionFor));

export async function handler(event: unknown): Promise<object> {
  await warmed;
  return answerQuestion(event, services, { probe: httpProbe, clock: systemClock });
}
