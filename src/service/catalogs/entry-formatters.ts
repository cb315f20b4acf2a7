import type * as contract from '#contract/catalogs.ts';
import type { Reference } from '#contract/collection.ts';
import { type Endpoint, addressOf } from '#contract/endpoint.ts';
import { v3 } from '#contract/v3.ts';
import { type BodyStyle, type City, type Color, type Make, findRegionName } from './catalog.ts';

/** Formats an entry of a catalog in each representation (field notes 2.4). */
export interface EntryFormatter<Row, Full> {
  full: (row: Row) => Full;
  ref: (row: Row) => Reference;
}

const selfLink = (endpoint: Pick<Endpoint, 'path'>, { id }: { id: number }) => ({
  self: { href: addressOf(endpoint, { id }) },
});

const formatReference =
  <Row extends { id: number; name: string }>(
    endpoint: Pick<Endpoint, 'path'>,
    title = ({ name }: Row) => name,
  ) =>
  (row: Row): Reference => ({ href: addressOf(endpoint, { id: row.id }), title: title(row) });

export const formatBodyStyle = (row: BodyStyle): contract.Carroceria => ({
  Nombre: row.name,
  Codename: row.codename,
  _links: selfLink(v3.viewBodyStyle, row),
});

export const cityFormatter: EntryFormatter<City, contract.Ciudad> = {
  full: (row) => ({ Nombre: row.name, Region: findRegionName(row), _links: selfLink(v3.viewCity, row) }),
  ref: formatReference(v3.viewCity, (row) => `${row.name} (${findRegionName(row)})`),
};

export const colorFormatter: EntryFormatter<Color, contract.Color> = {
  full: (row) => ({ Nombre: row.name, HtmlColor: row.htmlColor, _links: selfLink(v3.viewColor, row) }),
  ref: formatReference(v3.viewColor),
};

export const makeFormatter: EntryFormatter<Make, contract.Marca> = {
  full: (row) => ({
    Nombre: row.name,
    Codenames: row.codenames,
    Modelos: { _links: {} },
    _links: selfLink(v3.viewMake, row),
  }),
  ref: formatReference(v3.viewMake),
};
