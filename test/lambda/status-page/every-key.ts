/** Every key of the public page, each with a value that is not its default. */

export const EVERY_STATUS_PAGE_KEY = `statusPage:
  title: Status of $\${everything}
  url: https://company.internal/status/
  domain: status.company.internal
  certificateArn: "arn:aws:acm:us-east-1:123456789012:certificate/1234abcd-12ab-34cd-56ef-1234567890ab"
  region: eu-west-1
  minDuration: 90s
  logo: ./logo.svg
  favicon: logo.png
  support: mailto:help@company.com
  services:
    - { group: shop, name: Shop }
    - { id: first, name: First, under: Others }`;
