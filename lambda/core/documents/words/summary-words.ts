/** All services in a few words: a headline, a sentence, and a title for a tab. */

import { cleanText } from '../../words/clean-text';
import { thousands } from '../../words/plural';
import { nameSome } from '../../words/shown-value';
import type { DeploymentDocument, ServiceBrief } from '../deployment-document';
import { isFailing, SUMMARY_STATES, type SummaryState, shownWord, summaryStateOf } from '../state';
import { ackWord, behindWord } from './hold-words';
import { conditionWords, degradedWords } from './incident-words';

/** Returns the number of services in the worst state: `9 of 14 down`, `14 of 14 healthy`. */
export function headlineOf({ checkedAt, problems, worst, counts, services }: DeploymentDocument): string {
  if (checkedAt === null) {
    return problems.length > 0 ? 'No data for the services' : 'The first check is under way';
  }
  return `${thousands(counts[worst] ?? 0)} of ${thousands(services.length)} ${shownWord(worst)}`;
}

/** The most services that are named. */
const NAMED = 3;

/** Returns a sentence for screen readers, without times, so that it changes only when a state does. */
export function news(deployment: DeploymentDocument): string {
  const { worst, counts } = deployment;
  const clauses = SUMMARY_STATES.filter((summaryState) => summaryState !== 'healthy').flatMap((summaryState) => {
    const count = counts[summaryState];
    if (count === undefined) return [];
    const named = count <= NAMED ? inWay(deployment, summaryState).map(clauseOf) : [];
    const names = named.length > 0 ? `: ${named.join(', ')}` : '';
    return [summaryState === worst ? names : ` · ${thousands(count)} ${shownWord(summaryState)}${names}`];
  });
  return `${headlineOf(deployment)}${clauses.join('')}`;
}

const TITLE_LENGTH = 60;

/** Returns a short title for a tab: `✕ 1 of 6 down: payment-service · shop`. */
export function titleOf(deployment: DeploymentDocument, mark: string): string {
  const { worst } = deployment;
  const ids = worst === 'healthy' ? [] : inWay(deployment, worst).map(({ service }) => service);
  const headline = `${mark} ${headlineOf(deployment)}`;
  const end = ` · ${deployment.deployment}`;
  const texts = [...(ids.length > 0 ? [`${headline}: ${nameSome(ids, NAMED)}${end}`] : []), headline + end];
  return texts.find((text) => text.length <= TITLE_LENGTH) ?? cleanText(headline + end, TITLE_LENGTH);
}

function inWay({ services }: DeploymentDocument, summaryState: SummaryState): readonly ServiceBrief[] {
  return services.filter(({ shown }) => summaryStateOf(shown) === summaryState);
}

/** ` (silenced)`, ` (acknowledged by ana)`, ` (held back: gateway-service is down)`; empty if nothing holds back its alerts. */
function heldWords({ shown, ack, behind }: ServiceBrief): string {
  if (shown === 'silenced' || shown === 'maintenance') return ` (${shownWord(shown)})`;
  if (ack !== null) return ` (${ackWord(ack)})`;
  return behind === null ? '' : ` (${behindWord(behind)})`;
}

/** `payment-service (acknowledged by ana)`, `mail certificate expires soon`. */
function clauseOf(brief: ServiceBrief): string {
  const { service, state, conditions } = brief;
  const held = heldWords(brief);
  if (state === 'degraded') {
    const words = conditions.length === 1 ? conditionWords(conditions[0] ?? '') : degradedWords(conditions);
    return `${service} ${words}${held}`;
  }
  return isFailing(state) ? `${service}${held}` : service;
}
