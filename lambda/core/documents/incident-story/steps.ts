/** The steps of a timeline for what happened to the service: versions, clues, conditions, and the beginnings and recoveries of incidents. */

import type { ServiceChange } from '../../history/service-change';
import type { Clue } from '../../incident/clue';
import { cluesTo } from '../../incident/clues/others-failing';
import { type Incident, openIncidents } from '../../incident/incident';
import { capitalized } from '../../words/capitalized';
import { incidentsOf } from '../facts/stored-incidents';
import { describeMs } from '../words/format';
import { incidentWords, spentWords } from '../words/incident-words';
import { medianOf } from './check-rows';
import { isWithin, type Step, type StepMark, type Story } from './step';

/** Returns the steps for restarts, versions, clues, and conditions that have no incident. */
export function serviceSteps(story: Story): readonly Step[] {
  const { state, incident } = story;
  const changes = state.changes.filter(({ at }) => isWithin(story, at));
  const clues = incident === null ? [] : cluesTo(incident);
  const hasIncident = (code: string) =>
    openIncidents(state).some(({ kind, reason }) => kind === 'condition' && reason === code);
  const conditions = state.conditions.filter(({ code, since }) => isWithin(story, since) && !hasIncident(code));
  return [
    ...changes.map(changeStep),
    ...clues.flatMap((clue) => clueSteps(clue, changes)),
    ...conditions.map(({ code, since, message }): Step => {
      const words = incidentWords({ kind: 'condition', reason: code }) ?? code;
      return { at: since, mark: 'sign', title: capitalized(words), text: `: ${message}` };
    }),
  ];
}

function changeStep({ at, restarted, version }: ServiceChange): Step {
  if (version === null) return { at, mark: 'restart', title: 'Restarted' };
  const title = `Version ${version.from} → ${version.to}`;
  return { at, mark: 'version', title, text: restarted ? ', restarted' : '' };
}

/** Clues that are texts of the answer itself. */
const ANSWER_CLUES: ReadonlySet<string> = new Set(['error_text', 'given_cause', 'page_title', 'origin_matters']);
const isFromAnswer = ({ code }: Pick<Clue, 'code'>) => ANSWER_CLUES.has(code);

const CLUE_MARKS: Readonly<Record<string, StepMark>> = { version_changed: 'version', restarted: 'restart' };

/** Returns the step of a clue with a time. Failures of other services and texts from the answer appear elsewhere. */
function clueSteps(clue: Clue, changes: readonly ServiceChange[]): readonly Step[] {
  const { at, code, message } = clue;
  if (at === null || isFromAnswer(clue) || code === 'others_failing') return [];
  const mark = CLUE_MARKS[code] ?? 'sign';
  if (mark !== 'sign' && changes.some((change) => change.at === at)) return [];
  return [{ at, mark, text: capitalized(message) }];
}

/**
 * Returns the beginnings and recoveries. At the same time an outage comes first, since it may have caused the others. The story of an outage
 * has no other outage, and no budget that burnt before it.
 */
export function incidentSteps(story: Story): readonly Step[] {
  const { state, incident } = story;
  const isShown = ({ kind, id, openedAt }: Incident) =>
    incident?.kind !== 'outage' ||
    id === incident.id ||
    kind === 'condition' ||
    (kind === 'objective' && openedAt >= incident.openedAt);
  const rank = ({ kind }: Incident) => (kind === 'outage' ? 0 : 1);
  return incidentsOf(state)
    .filter(isShown)
    .toSorted((left, right) => rank(left) - rank(right))
    .flatMap((each) => {
      const isOwn = incident === null || incident.id === each.id;
      const opened = isOwn ? openedStep(each, story) : otherOpened(each, story);
      if (each.over === null) return [opened];
      const { at } = each.over;
      return [opened, isOwn ? resolvedStep(each, at, story) : otherResolved(each, at, story)];
    })
    .filter(({ at }) => isWithin(story, at));
}

function openedStep(incident: Incident, { rows }: Story): Step {
  const { openedAt: at, firstMessage: message, reason, spentBy, kind, clues } = incident;
  if (kind !== 'outage') {
    const title = capitalized(incidentWords(incident) ?? '');
    const detail = spentBy.length === 0 ? null : capitalized(spentWords(spentBy));
    return { at, mark: 'warned', title, text: `: ${message}`, detail };
  }
  const first = rows.find((row) => row.at === at);
  // The incident has the latest finding.
  const isSame = first === undefined || first.reason === null || first.reason === reason;
  const time = first === undefined ? null : medianOf(first);
  const said = clues.filter(isFromAnswer).map((clue) => capitalized(clue.message));
  const details = [...said.slice(0, 1), ...(time === null ? [] : [`Answered in ${describeMs(time)}`])];
  const text = `: ${isSame ? message : first.found}`;
  return { at, mark: 'opened', title: 'Down', text, detail: details.length === 0 ? null : details.join(', ') };
}

function resolvedStep(incident: Incident, at: number, { rows }: Story): Step {
  const step = { at, mark: 'resolved' } as const;
  if (incident.over?.why === 'removed') return { ...step, title: 'Closed', text: ', the service has left the config' };
  if (incident.kind !== 'outage') return { ...step, title: 'Resolved' };
  const first = rows.find((row) => row.at === at);
  const time = first === undefined ? null : medianOf(first);
  return { ...step, title: 'Healthy again', text: time === null ? '' : ` in ${describeMs(time)}` };
}

function otherOpened(other: Incident, { service }: Story): Step {
  const { id, openedAt: at, kind, firstMessage: message } = other;
  const words = incidentWords(other);
  const text = words === null ? ` went down: ${message}` : `, ${words}: ${message}`;
  return { at, mark: kind === 'outage' ? 'failed' : 'warned', incidents: [{ service, id }], text };
}

function otherResolved(other: Incident, at: number, { service }: Story): Step {
  const words = incidentWords(other);
  const text = words === null ? ' is healthy again' : `, no longer ${words}`;
  return { at, mark: 'healthy', incidents: [{ service, id: other.id }], text };
}
