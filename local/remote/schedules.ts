/** The schedules of a deployment. */

import { paginateListSchedules, ResourceNotFoundException, SchedulerClient } from '@aws-sdk/client-scheduler';
import { nameCalls } from '../../lambda/adapters/aws/name-calls';
import type { Apis, ScheduleFact } from '../doctor/facts';
import type { AwsAccess } from './open-aws';

/** Returns no schedules if there is no group with that name. */
export function scheduleLister(access: AwsAccess): Pick<Apis, 'listSchedules'> {
  const client = nameCalls(new SchedulerClient(access));
  return {
    listSchedules: async (GroupName) => {
      const found: ScheduleFact[] = [];
      try {
        for await (const { Schedules = [] } of paginateListSchedules({ client }, { GroupName })) {
          for (const { Name = '', State, Target } of Schedules) {
            found.push({ name: Name, isEnabled: State === 'ENABLED', targetArn: Target?.Arn ?? '' });
          }
        }
        return found;
      } catch (error) {
        if (error instanceof ResourceNotFoundException) return [];
        throw error;
      }
    },
  };
}
