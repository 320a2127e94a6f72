/** Tests of copying from a page: the story of an incident, and the body of a response. */

import type { Page } from 'playwright-core';
import type { DeploymentFacts } from '../../lambda/core/documents/facts/deployment-facts';
import { incidentDocument } from '../../lambda/core/documents/incident-document';
import { timelineDocument } from '../../lambda/core/documents/incident-story/timeline';
import { storyMarkdown } from '../../lambda/view/incidents/story-markdown';
import { knownOf, often } from '../support/core/deployment-facts';
import { axeFaults } from './axe-faults';
import { describeInBrowser } from './browser';
import { type ShownPage, showUntilEnd } from './shown-page';

const show = showUntilEnd();
const CLIPBOARD = ['clipboard-read', 'clipboard-write'];
let known: DeploymentFacts;
let shop: ShownPage;

beforeAll(async () => {
  known = await knownOf({ 'payment-service': [...often('well', 5), ...often('503', 3)] });
  shop = await show(known);
});

function outageIn({ services }: DeploymentFacts) {
  const state = services[0]?.state;
  const incident = state?.incidents[0];
  if (!state || !incident) throw new Error('it has no incident');
  return { state, incident };
}

/** What `explain --markdown` prints of it. */
function expectedText(facts: DeploymentFacts): string {
  const { state, incident } = outageIn(facts);
  const { intervalMs, now } = facts;
  const options = { service: 'payment-service', isDeployed: false, buckets: [] };
  const timeline = timelineDocument({ ...options, state, incident, intervalMs, now });
  const document = incidentDocument('payment-service', state, incident, now);
  const story = {
    ...timeline,
    at: new Date(now).toISOString(),
    service: 'payment-service',
    deployed: false,
    intervalSeconds: intervalMs / 1_000,
    incident: document,
    problem: null,
  };
  return storyMarkdown(story, { withAddresses: false });
}

const pageOf = () => `${shop.url}/incidents/payment-service/${outageIn(known).incident.id}`;
const copyButton = (page: Page) => page.getByRole('button', { name: 'Copy as Markdown' });
const status = (page: Page) => page.locator('#copied');
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

const forbidCopying = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    document.execCommand = () => false;
  });

describeInBrowser('the story of an incident', (visit) => {
  it('is copied as Markdown with the mouse and the keyboard, also after an update', async () => {
    const page = await visit(pageOf(), { permissions: CLIPBOARD });
    await copyButton(page).click();
    await page.getByText('Copied.').waitFor();
    expect(await copied(page)).toBe(expectedText(known));

    const later = { ...known, now: known.now + 120_000 };
    shop.tell(later);
    await page.waitForFunction((text) => document.querySelector('textarea')?.value === text, expectedText(later));
    await copyButton(page).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Copied.').waitFor();
    expect(await copied(page)).toBe(expectedText(later));
    shop.tell(known);
  });

  it('has a link to copy', async () => {
    const page = await visit(pageOf(), { permissions: CLIPBOARD });
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Copied.').waitFor();
    expect(await copied(page)).toBe(pageOf());
  });

  it('is selected if the browser does not allow copying', async () => {
    const page = await visit(pageOf(), { before: forbidCopying });
    await copyButton(page).click();
    expect(await status(page).textContent()).toMatch(/copy it from the keyboard/);
    expect(await page.evaluate(() => getSelection()?.toString())).toBe(expectedText(known));
    expect(await axeFaults(page)).toEqual([]);
  });

  it('can be read and selected without a script', async () => {
    const page = await visit(pageOf(), { javaScriptEnabled: false });
    expect(await copyButton(page).count()).toBe(0);
    await page.getByText('As Markdown, without addresses').click();
    expect(await page.locator('textarea').inputValue()).toBe(expectedText(known));
  });
});

describeInBrowser('the body of the last response', (visit) => {
  it('is copied as JSON, or selected if copying fails', async () => {
    const url = `${shop.url}/services/payment-service`;
    const page = await visit(url, { permissions: CLIPBOARD });
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByText('Copied.').waitFor();
    expect(JSON.parse(await copied(page))).toMatchObject({ error: 'Database connection failed' });
    const forbidden = await visit(url, { before: forbidCopying });
    await forbidden.getByRole('button', { name: 'Copy', exact: true }).click();
    await forbidden.getByText('copy it from the keyboard').waitFor();
    const selected = await forbidden.evaluate(() => getSelection()?.toString());
    expect(selected).toContain('"error": "Database connection failed"');
  });

  it('has no button without a script', async () => {
    const page = await visit(`${shop.url}/services/payment-service`, { javaScriptEnabled: false });
    expect(await page.getByRole('button', { name: 'Copy', exact: true }).isVisible()).toBe(false);
    expect(await page.locator('#response-body').isVisible()).toBe(true);
  });
});
