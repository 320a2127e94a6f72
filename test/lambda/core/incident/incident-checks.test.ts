import { CHECKS_AROUND, CHECKS_WITHIN } from '../../../../lambda/core/incident/incident';
import { checksOf } from '../../../../lambda/core/incident/incident-checks';
import { healthyAt } from '../../../support/core/histories';

const MINUTE_MS = 60_000;
const LATEST = 60;

/** The minutes of the checks that an outage has kept when it was asked after each check up to minute `until`. */
function keptMinutes(outageAt: (minute: number) => { over: number | null; recovery: number | null }, until: number) {
  const opened = 100;
  const at = (minute: number) => minute * MINUTE_MS;
  let checks = checksOf({ checks: [], openedAt: at(opened), over: null, recovery: null }, []);
  for (let minute = opened; minute <= until; minute += 1) {
    const { over, recovery } = outageAt(minute);
    const latest = Array.from({ length: LATEST }, (_, index) => healthyAt(at(minute - LATEST + 1 + index)));
    const incident = {
      checks,
      openedAt: at(opened),
      over: over === null ? null : { at: at(over), why: 'well' as const },
      recovery: recovery === null ? null : { since: at(recovery), runs: minute - recovery + 1 },
    };
    checks = checksOf(incident, latest);
  }
  return checks.map((check) => check.at / MINUTE_MS);
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

describe('the checks of an outage', () => {
  it('keeps all of a short one, and those around it', () => {
    const kept = keptMinutes(
      (minute) => ({ over: minute < 122 ? null : 120, recovery: minute < 120 ? null : 120 }),
      400,
    );
    expect(kept).toEqual(range(100 - CHECKS_AROUND, 120 + CHECKS_AROUND));
  });

  it('keeps the first and the last of a long one', () => {
    const kept = keptMinutes(
      (minute) => ({ over: minute < 302 ? null : 300, recovery: minute < 300 ? null : 300 }),
      600,
    );
    expect(kept).toEqual([
      ...range(100 - CHECKS_AROUND, 100 + CHECKS_WITHIN),
      ...range(300 - CHECKS_WITHIN, 300 + CHECKS_AROUND),
    ]);
  });

  it('keeps what came before a relapse', () => {
    const recovery = (minute: number) =>
      minute < 110 || (minute >= 120 && minute < 125) ? null : minute < 120 ? 110 : 125;
    const kept = keptMinutes((minute) => ({ over: minute < 130 ? null : 125, recovery: recovery(minute) }), 400);
    expect(kept).toEqual(range(100 - CHECKS_AROUND, 125 + CHECKS_AROUND));
  });

  it('loses none of a long recovery', () => {
    const kept = keptMinutes(
      (minute) => ({ over: minute < 140 ? null : 110, recovery: minute < 110 ? null : 110 }),
      200,
    );
    expect(kept).toEqual(range(100 - CHECKS_AROUND, 110 + CHECKS_AROUND));
  });
});
