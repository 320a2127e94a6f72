/** The forms of a notification's preview: those of the topic, and one for each kind of receiver. */

import { RECEIVER_KINDS } from '../../lambda/core/config/receivers';

export const PREVIEW_FORMS = ['mail', 'chat', 'programs', ...RECEIVER_KINDS] as const;
export type PreviewForm = (typeof PREVIEW_FORMS)[number];
