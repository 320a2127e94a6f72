/** The services that are listed, each with all that is known at a glance; if the config has groups, under a heading for each. */

import type { LinkTarget } from '../controls/link-target';
import { addressPath } from '../known/address';
import type { Known, KnownService } from '../known/known';
import { inGroups, type ServiceGroup } from '../known/listing';
import type { Span } from '../known/service-view';
import { StateMark } from '../parts/state-marks';
import { ServiceRow, TightRow } from './service-row';

export interface ServiceListProps {
  readonly known: Known;
  readonly services: readonly KnownService[];
  readonly span: Span;
  readonly target: LinkTarget;
}

export function ServiceRows({ known, services, span, target }: ServiceListProps) {
  if (services.length === 0) return null;
  return (
    <>
      <div class="columns-of" aria-hidden="true">
        {['State', 'Service', 'Response', 'Checks', 'Up', 'Memory', 'Version', 'Cert'].map((title) => (
          <span>{title}</span>
        ))}
      </div>
      <ul class="services">
        {services.map((service) => (
          <ServiceRow known={known} service={service} span={span} target={target} />
        ))}
      </ul>
    </>
  );
}

/** The same with less of each. */
export function TightRows({ known, services, span, target }: ServiceListProps) {
  return (
    <ul class="services tight">
      {services.map((service) => (
        <TightRow known={known} service={service} span={span} target={target} />
      ))}
    </ul>
  );
}

interface ListProps extends ServiceListProps {
  /** How the services of one group are listed, or all together. */
  readonly List: typeof ServiceRows;
  readonly isGrouped: boolean;
  /** Whether a group is folded if all of it is healthy. */
  readonly folds: boolean;
}

export function ServiceList({ List, isGrouped, folds, ...list }: ListProps) {
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
function OnlyGroup({ name, target }: Pick<ServiceGroup, 'name'> & Pick<ServiceListProps, 'target'>) {
  if (name === null || target.kind !== 'page') return null;
  return <a href={addressPath({ ...target.address, group: name, page: 1 })}>only {name}</a>;
}
