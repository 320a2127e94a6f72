/** Services as a checker that was asked has found them. */

import type { AnsweredService } from '../../../lambda/core/invoke/answer';

export function answeredService(service: string, fields: Partial<AnsweredService> = {}): AnsweredService {
  return {
    service,
    url: `https://${service}.internal/status`,
    verdict: 'healthy',
    reason: 'ok',
    message: 'healthy',
    httpStatus: 200,
    attempts: 1,
    version: '2.5.0',
    environment: null,
    responseMs: 20,
    ...fields,
  };
}
