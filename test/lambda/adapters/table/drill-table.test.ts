/** The drill on DynamoDB: one item, which the runs read with the silences. */

import { createDrillTable } from '../../../../lambda/adapters/table/drill-table';
import { createSilenceTable } from '../../../../lambda/adapters/table/silence-table';
import type { DrillRequest } from '../../../../lambda/core/silences/drill-request';
import { describeOnAws } from '../../../support/aws/moto';
import { patientTable } from '../../../support/aws/patient-table';
import { useProxiedTable } from '../../../support/aws/proxied-table';
import { NOW } from '../../../support/core/observations';

const TABLE = 'drills';
const HOUR = 3_600_000;
const DRILL: DrillRequest = { id: '4f2a', service: 'cart', from: NOW, until: NOW + HOUR, secret: 'secret' };

describeOnAws('the drill on DynamoDB', (aws) => {
  const emulated = useProxiedTable(TABLE, aws);

  const open = (deployment: string) => {
    const table = patientTable(TABLE, deployment, process.env);
    const silences = createSilenceTable(table);
    const read = async (now = NOW) => (await silences.readWithDrill?.(now))?.drill;
    return { ...createDrillTable(table), read, silences };
  };

  it('is read in the same call as the silences, but is not one of them', async () => {
    const { ask, silences } = open('shop');
    const silence = {
      id: 's',
      services: ['mail'],
      from: NOW,
      until: NOW + HOUR,
      untilWell: false,
      reason: null,
      by: null,
    };
    await silences.put({ ...silence, planned: false });
    expect(await ask(DRILL, NOW)).toBe(true);
    emulated.proxy.arm(null);
    const read = await silences.readWithDrill?.(NOW);
    expect(read).toMatchObject({ drill: DRILL, silences: [{ id: 's' }] });
    expect(emulated.proxy.calls.map(({ action }) => action)).toEqual(['Query']);
    expect((await silences.read(NOW)).map(({ id }) => id)).toEqual(['s']);
    expect(await open('other').read()).toBeNull();
  });

  it('is refused while another one runs', async () => {
    const { ask, read } = open('one');
    expect(await ask(DRILL, NOW)).toBe(true);
    expect(await ask(DRILL, NOW)).toBe(true);
    const another = { ...DRILL, id: '5b3c', until: NOW + 2 * HOUR };
    expect(await ask(another, NOW)).toBe(false);
    expect(await read()).toEqual(DRILL);
    expect(await ask(another, NOW + HOUR + 1_000)).toBe(true);
    expect(await read()).toEqual(another);
  });

  it('ends by itself, although DynamoDB deletes its item only days later', async () => {
    const { ask, read } = open('ending');
    await ask(DRILL, NOW);
    expect(await read(NOW + HOUR - 1)).toEqual(DRILL);
    expect(await read(NOW + HOUR)).toBeNull();
  });

  it('is removed by its id, or without one whatever its id', async () => {
    const { ask, read, remove } = open('removed');
    expect(await remove()).toBe(false);
    await ask(DRILL, NOW);
    expect(await remove('5b3c')).toBe(false);
    expect(await read()).toEqual(DRILL);
    expect(await remove(DRILL.id)).toBe(true);
    await ask(DRILL, NOW);
    expect(await remove()).toBe(true);
    expect(await read()).toBeNull();
  });

  it('is stored once even if an answer is lost', async () => {
    const { ask, read } = open('lost');
    emulated.proxy.arm({ action: 'PutItem', call: 1, fault: 'cut-after', attempts: 1 });
    expect(await ask(DRILL, NOW)).toBe(true);
    expect(await read()).toEqual(DRILL);
  });
});
