/** What must hold of an Alertmanager always: random verdicts, silences, instances that are away or restarted, checkers that are, run after run. */

import fc from 'fast-check';
import { notifiedOf } from '../../../../lambda/core/notify/notified';
import { startProcess, storedState } from '../../../support/core/keeping';
import { memoryAlertmanager } from '../../../support/core/memory-alertmanager';
import { memoryOutputs } from '../../../support/core/memory-outputs';
import { NOW } from '../../../support/core/observations';
import { silenceAt } from '../../../support/core/silences';
import { MINUTE_MS } from '../../../support/core/story';
import { runs } from '../../../support/jest/lane';

const SERVICES = ['a', 'b'];
const reason = fc.constantFrom('well', 'well', 'http_503', 'dns_failure');
const step = fc.record({
  found: fc.record({ a: reason, b: reason }),
  /** Minutes since the run before. */
  after: fc.constantFrom(1, 1, 1, 2, 3),
  away: fc.constantFrom<string[]>([], [], [], ['am'], ['am-2'], ['am', 'am-2']),
  restarted: fc.constantFrom<string[]>([], [], [], ['am'], ['am-2']),
  isSilenced: fc.constantFrom(false, false, false, true),
  isNewProcess: fc.constantFrom(false, false, true),
});

it('has open what it was notified of and what is open, after each run in which it could be reached', async () => {
  const property = fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
    const outputs = memoryOutputs();
    let now = NOW;
    let isSilenced = false;
    const instances = ['am', 'am-2'].map((id) => memoryAlertmanager(id, () => now));
    const silence = () => silenceAt(NOW, { services: SERVICES, until: now + MINUTE_MS });
    const silences = { read: async () => (isSilenced ? [silence()] : []) };
    const more = instances.map(({ receiver }) => receiver);
    const start = () => startProcess({ store: outputs.store, send: outputs.send }, { silences, more });
    let process = start();
    for (const { found, after, away, restarted, isNewProcess, ...rest } of steps) {
      now += after * MINUTE_MS;
      isSilenced = rest.isSilenced;
      if (isNewProcess) process = start();
      for (const one of instances) {
        one.isAway = away.includes(one.receiver.id);
        if (restarted.includes(one.receiver.id)) one.restart();
      }
      await process.run((now - NOW) / MINUTE_MS, found);
      for (const { receiver, openAt } of instances.filter((one) => !one.isAway)) {
        const open = openAt(now);
        for (const id of SERVICES) {
          const state = storedState(outputs, id);
          const known = state.incidents
            .map((incident) => ({ incident, record: notifiedOf(state, incident.id, receiver.id) }))
            .filter(({ record }) => record.opened !== null);
          const isOpen = known.some(({ incident }) => incident.over === null);
          // Its end is held back by a silence: the Alertmanager ends it by itself.
          const isEnding = known.some(({ incident, record }) => incident.over !== null && record.over === null);
          if (isOpen || !isEnding) expect([id, open.includes(id)]).toEqual([id, isOpen]);
        }
      }
    }
    for (const { log, receiver } of instances) {
      const ends = log.filter((line) => line.startsWith('sent') && line.endsWith('over'));
      const begun = new Set(log.filter((line) => line.startsWith('sent') && !line.endsWith('over')));
      for (const end of ends) expect([receiver.id, begun.has(end.replace(' over', ''))]).toEqual([receiver.id, true]);
    }
  });
  await fc.assert(property, { numRuns: runs(25, 1_000) });
});
