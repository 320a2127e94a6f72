/** AWS features that some regions lack. */

/**
 * Regions without Lambda function URLs. Source: AWS Lambda developer guide, "Creating and managing Lambda function URLs": "Function URLs are
 * not supported in the following AWS Regions", as of 2026-11.
 */
const WITHOUT_FUNCTION_URLS: readonly string[] = [
  'ap-south-2',
  'ap-southeast-4',
  'ap-southeast-5',
  'ap-southeast-6',
  'ap-southeast-7',
  'ap-east-2',
  'ca-west-1',
  'eu-south-2',
  'eu-central-2',
  'il-central-1',
  'me-central-1',
];

/**
 * China and GovCloud have neither function URLs nor Amazon Q Developer in chat applications. Sources: AWS services in China, "AWS Lambda":
 * "Amazon Lambda Function URLs is not available in the China Regions"; AWS GovCloud (US) user guide, "AWS Lambda": "AWS Lambda Function URLs
 * is not available"; Amazon Q Developer in chat applications administrator guide, "Regions and quotas": its regions are all of the
 * partition `aws`.
 */
const OTHER_PARTITIONS = /^(cn|us-gov)-/;

/** Says why the page of a deployment can't be in a region; `null` if it can. */
export function pageRegionFault(region: string): string | null {
  if (!OTHER_PARTITIONS.test(region) && !WITHOUT_FUNCTION_URLS.includes(region)) return null;
  return `Lambda has no function URLs in ${region}, and the page of a deployment needs one: remove "page" from the config, or deploy to another region`;
}

/** Says why a deployment in a region can't have a Slack channel; `null` if it can. */
export function slackRegionFault(region: string): string | null {
  if (!OTHER_PARTITIONS.test(region)) return null;
  return `Amazon Q Developer in chat applications does not exist in ${region}: use a receiver with "slack" in place of "alerts.slack"`;
}
