/** A receiver that refuses, as others are notified of it. */

import type { ReceiverNotice } from '../../../lambda/core/message/receiver-notice';

export const REFUSED: ReceiverNotice = {
  event: 'opened',
  deployment: 'shop',
  about: { kind: 'receiver', id: 'pager' },
  message: 'refused with 401: wrong key',
  since: Date.parse('2026-03-01T12:02:00.000Z'),
  at: Date.parse('2026-03-01T13:02:00.000Z'),
  hasLeft: false,
  links: { dashboard: null, logs: null, runbook: null },
};
