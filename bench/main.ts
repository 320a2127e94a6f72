/** `npm run bench`: measures the check, and prints a table for each topic. */

import { arch, cpus, platform, release } from 'node:os';
import { accuracy } from './accuracy';
import { bounded } from './bounded';
import type { Targets } from './children/target-servers';
import { coldStart } from './cold-start';
import { conditionsTopic } from './conditions';
import { expositionTopic } from './exposition';
import { firstAlert } from './first-alert';
import { fleetCost } from './fleet';
import { historyCost } from './history';
import { advanceMany, stateCost } from './incidents';
import { lambdaLoad } from './lambda-load';
import { lambdaRun } from './lambda-run';
import { lambdaShare } from './lambda-share';
import { manyServices } from './many-services';
import { objectiveAlerts } from './objectives';
import { pageTopic } from './page';
import { receiversTopic } from './receivers';
import { reportCost } from './report';
import { tlsRun, warmRun } from './six-services';
import { renderTopic, type Topic } from './topic';
import { widgetOfFleets } from './widget';
import { prepareChildren, startChild } from './workplace';

const TOPICS: Readonly<Record<string, (targets: Targets) => Promise<Topic>>> = {
  warm: warmRun,
  tls: tlsRun,
  many: manyServices,
  cold: coldStart,
  bounds: bounded,
  advance: advanceMany,
  state: stateCost,
  history: historyCost,
  bundle: lambdaLoad,
  lambda: lambdaRun,
  share: lambdaShare,
  alerts: firstAlert,
  receivers: receiversTopic,
  page: pageTopic,
  exposition: expositionTopic,
  widget: widgetOfFleets,
  fleet: fleetCost,
  conditions: conditionsTopic,
  report: reportCost,
  objectives: objectiveAlerts,
  accuracy,
};
/** Only measured if it is named: it takes a quarter of an hour. */
const ONLY_NAMED = ['accuracy'];

async function main(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !Object.hasOwn(TOPICS, name));
  if (unknown.length > 0) throw new Error(`no such topic: ${unknown}; there are ${Object.keys(TOPICS).join(', ')}`);
  const say = (text: string) => process.stdout.write(`${text}\n`);
  say(`Node ${process.version}, ${platform()} ${release()} ${arch()}, ${cpus().length} × ${cpus()[0]?.model.trim()}`);
  say('Each figure is a median, with the least and the most in parentheses.\n');
  await prepareChildren();
  const targets = (await startChild('target-servers', null).ask(null)) as Targets;
  for (const [name, measure] of Object.entries(TOPICS)) {
    if (names.length === 0 ? !ONLY_NAMED.includes(name) : names.includes(name))
      say(renderTopic(await measure(targets)));
  }
}

main(process.argv.slice(2)).then(
  () => process.exit(0),
  (error: Error) => {
    process.stderr.write(`bench: ${error.stack ?? error}\n`);
    process.exit(1);
  },
);
