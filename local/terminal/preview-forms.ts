/** The forms of a notification's preview: those of the topic, and one for each kind of receiver that is notified by a POST; mails are those of the topic. */

import { POSTED_KINDS } from '../../lambda/receivers/kinds';

export const PREVIEW_FORMS = ['mail', 'chat', 'programs', ...POSTED_KINDS] as const;
export type PreviewForm = (typeof PREVIEW_FORMS)[number];
