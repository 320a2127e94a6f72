/** The services that are listed, the worst first; of many the healthy ones are lines, and groups stand under a heading for each. */

import { addressPath } from '../../core/documents/address';
import { shownAs } from '../../core/documents/facts/glance';
import type { Known, KnownService } from '../../core/documents/facts/known';
import { inGroups, type ServiceGroup } from '../../core/documents/facts/listing';
import type { Span } from '../../core/documents/facts/service-view';
import type { Told } from '../../core/documents/facts/told';
import type { LinkTarget } from '../controls/link-target';
import type { PageControls } from '../controls/service-controls';
import { StateMark } from '../parts/state-marks';
import { ServiceLine } from './service-line';
import { ServiceRow } from './service-row';

interface RowsProps {
  readonly known: Known;
  readonly services: readonly KnownService[];
  readonly span: Span;
  readonly target: LinkTarget;
  readonly told: Told;
  readonly controls: PageControls | null;
}

interface ListProps extends RowsProps {
  /** Whether a healthy service is a line. */
  readonly isDense: boolean;
  readonly isGrouped: boolean;
  /** Whether a group is folded if all of it is healthy. */
  readonly folds: boolean;
}

/** From this many services on, a healthy one is a line, and groups have headings. */
export const MANY = 20;

export function ServiceList({ isDense, isGrouped, folds, ...list }: ListProps) {
  const List = isDense ? DenseRows : Rows;
  const groups = isGrouped ? inGroups(list.known, list.services) : [];
  if (groups.length === 0) return <List {...list} />;
  return (
    <>
      {groups.map((group) => {
        const isWell = group.healthy === group.count;
        // By its id: what a reader has folded stays so while views come, until the group turns well or ill.
        const id = `${isWell ? 'well' : 'ill'}-group-${encodeURIComponent(group.name ?? '')}`;
        return (
          <div class="of-group">
            <OnlyGroup name={group.name} target={list.target} />
            <details id={id} open={!(isWell && folds)}>
              <summary>
                <Heading group={group} />
              </summary>
              <List {...list} services={group.services} />
            </details>
          </div>
        );
      })}
    </>
  );
}

function Rows({ services, ...row }: RowsProps) {
  if (services.length === 0) return null;
  return (
    <ul class={['services', ...emptyColumns(services)].join(' ')}>
      {services.map((service) => (
        <ServiceRow service={service} {...row} />
      ))}
    </ul>
  );
}

/** The columns that nothing would stand in, as classes. */
function emptyColumns(services: readonly KnownService[]): readonly string[] {
  const isVersioned = ({ state }: KnownService) =>
    (state?.lastHealthy?.version ?? state?.latest?.report?.version ?? null) !== null;
  return [
    ...(services.some(({ service }) => service.objective !== null) ? [] : ['no-aims']),
    ...(services.some(isVersioned) ? [] : ['no-versions']),
    ...(services.some(({ state }) => state?.latest != null) ? [] : ['unchecked']),
  ];
}

/** Those that are healthy are lines, below the others. */
function DenseRows({ known, services, span, target, ...row }: RowsProps) {
  const isLine = (service: KnownService) => shownAs(known, service) === 'healthy';
  const lines = services.filter(isLine);
  const hasAims = lines.some(({ service }) => service.objective !== null);
  return (
    <>
      <Rows {...{ known, span, target, ...row }} services={services.filter((one) => !isLine(one))} />
      {lines.length > 0 && (
        <ul class={`lines${hasAims ? ' aims' : ''}`} aria-label={`${lines.length} healthy`}>
          {lines.map((service) => (
            <ServiceLine known={known} service={service} span={span} target={target} />
          ))}
        </ul>
      )}
    </>
  );
}

/** `checkout 38 of 40 healthy`, and how the worst of it is. */
function Heading({ group: { name, count, healthy, worst, services } }: { readonly group: ServiceGroup }) {
  return (
    <>
      <h3>{name ?? 'no group'}</h3>{' '}
      <span class="when">
        {healthy} of {count} healthy{services.length < count && `, ${services.length} of them listed`}
      </span>{' '}
      {worst !== 'healthy' && <StateMark state={worst} />}
    </>
  );
}

/** The way to a group alone; a widget has none. Not within the heading: what folds is to hold nothing else that can be pressed. */
function OnlyGroup({ name, target }: Pick<ServiceGroup, 'name'> & Pick<RowsProps, 'target'>) {
  if (name === null || target.kind !== 'page') return null;
  return <a href={addressPath({ ...target.address, group: name, page: 1 })}>only {name}</a>;
}
