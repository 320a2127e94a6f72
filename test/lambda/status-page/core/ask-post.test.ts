/** Requests about posts, and their faults. */

import { askPost } from '../../../../lambda/status-page/core/ask-post';
import { NOW } from '../../../support/core/observations';

const IDS = ['user-service', 'payment-service'];
const DAY = 86_400_000;
const UPDATE = { kind: 'update', service: 'payment-service', text: 'a', status: 'identified' };
const ANNOUNCEMENT = { kind: 'announcement', services: null, title: 'b', text: 'a', from: NOW, until: null };

/** A request for an announcement. */
const announced = (more: object) => ({ post: 'all', title: 'a', text: 'a', ...more });

it.each<[object, object]>([
  [
    { post: 'payment-service', text: 'a', status: 'identified' },
    { ...UPDATE, incident: null },
  ],
  [
    { post: 'all', text: 'a', status: 'resolved', incident: 'k3x9a2' },
    { ...UPDATE, service: null, status: 'resolved', incident: 'k3x9a2' },
  ],
  [
    { post: ['payment-service'], text: 'a', title: 'b', from: '2026-03-02T12:00Z', for: '2h' },
    { ...ANNOUNCEMENT, services: ['payment-service'], from: NOW + DAY, until: NOW + DAY + 7_200_000 },
  ],
  [{ post: 'all', text: 'a', title: 'b' }, ANNOUNCEMENT],
  [
    { post: 'payment-service', hide: true },
    { kind: 'hidden', service: 'payment-service', incident: null },
  ],
  [
    { post: 'k3x9a2', remove: true },
    { kind: 'removal', id: 'k3x9a2' },
  ],
])('%j is read', (event, asked) => {
  expect(askPost({ ...event }, IDS, NOW)).toEqual({ asked });
});

const NAMES = 'expected user-service, payment-service';
const ABOUT_SEVERAL = 'expected one service; only an announcement is about several, and needs a title';
const END = 'expected an end up to 30d after its beginning';

it.each<[object, string]>([
  [
    { post: 'payment-service', text: 'a', status: 'over' },
    'status "over": expected investigating, identified, monitoring or resolved',
  ],
  [{ post: 'payment-service', text: 'a', for: '2h' }, 'for "2h": a text without a title takes none'],
  [
    { post: ['user-service', 'payment-service'], text: 'a' },
    `post ["user-service","payment-service"]: ${ABOUT_SEVERAL}`,
  ],
  [{ post: 'all', text: 'a' }, `post "all": ${ABOUT_SEVERAL}`],
  [{ post: 'all', title: ' ', text: 'a' }, 'title " ": expected a few words such as "Planned work on the database"'],
  [{ post: 'all', title: 'a'.repeat(121), text: 'a' }, 'title has 121 characters: expected 120 at most'],
  [announced({ from: '2026-03-02T12:00Z' }), 'planned work must have an end: expected for, or until'],
  [announced({ from: 'noon' }), 'from "noon": expected a time with its zone, such as 2026-12-06T04:00:00Z'],
  [
    announced({ from: '2027-03-02T12:00Z', for: '1h' }),
    'from "2027-03-02T12:00Z": expected a time between 30d before now and 90d from now',
  ],
  [announced({ for: 'long' }), 'for "long": expected a duration such as 2h'],
  [announced({ for: '31d' }), `for "31d": ${END}`],
  [announced({ until: '2026-03-01T11:00Z' }), `until "2026-03-01T11:00Z": ${END}`],
  [announced({ for: '1h', until: '2026-03-01T13:00Z' }), 'for and until exclude each other: expected one of them'],
  [announced({ incident: 'x' }), 'incident "x": a new announcement takes none'],
  [{ post: 'payments', hide: true }, `there is no service "payments": ${NAMES}`],
  [{ post: 'payment-service', hide: true, incident: 7 }, 'incident 7: expected an id'],
  [{ post: 'payment-service', hide: 'yes' }, 'hide "yes": expected true'],
  [{ post: 'payment-service', hide: true, text: 'a' }, 'text "a": "hide" takes none'],
  [{ post: 7, remove: true }, 'post 7: expected the id of a post'],
  [{ post: 'k3x9a2', remove: true, title: 'a' }, 'title "a": "remove" takes none'],
])('%j is refused', (event, fault) => {
  expect(askPost({ ...event }, IDS, NOW)).toEqual({ faults: [fault] });
});
