/** The functions that confirm outages, each in its region. */

import {
  GetFunctionConfigurationCommand,
  InvokeCommand,
  LambdaClient,
  ResourceNotFoundException,
} from '@aws-sdk/client-lambda';
import { nameCalls } from '../../lambda/adapters/aws/name-calls';
import { questionAbout, readAnswer } from '../../lambda/core/probe/regions/region-question';
import { parseJson } from '../../lambda/core/words/json';
import type { RegionApis } from '../doctor/region-check';
import type { AwsAccess } from './open-aws';

export function regionFunctions(access: AwsAccess): RegionApis {
  const clientIn = (region: string) => nameCalls(new LambdaClient({ ...access, region }));
  const unlessMissing = async (call: Promise<unknown>): Promise<boolean> => {
    try {
      await call;
      return true;
    } catch (error) {
      if (error instanceof ResourceNotFoundException) return false;
      throw error;
    }
  };
  const asked = async (region: string, FunctionName: string) => {
    const Payload = new TextEncoder().encode(JSON.stringify(questionAbout([])));
    const answer = await clientIn(region).send(new InvokeCommand({ FunctionName, Payload }));
    readAnswer(parseJson(answer.Payload ?? new Uint8Array()));
  };
  return {
    answers: (region, functionName) => unlessMissing(asked(region, functionName)),
    exists: (region, FunctionName) =>
      unlessMissing(clientIn(region).send(new GetFunctionConfigurationCommand({ FunctionName }))),
  };
}
