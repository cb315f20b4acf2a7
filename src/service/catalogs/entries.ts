import type * as contract from '#contract/catalogs.ts';
import type { Reference } from '#contract/collection.ts';
import { type Endpoint, addressOf } from '#contract/endpoint.ts';
import { v3 } from '#contract/v3.ts';
import { type BodyStyle, type City, type Color, type Make, regionOf } from './catalog.ts';

/** How the entries of one catalog are shown, in each form (field notes 2.4). */
export interface Shown<Row, Full> {
  full: (row: Row) => Full;
  ref: (row: Row) => Reference;
}

const selfOf = (view: Pick<Endpoint, 'path'>, { id }: { id: number }) => ({
  self: { href: addressOf(view, { id }) },
});

const refOf =
  <Row extends { id: number; name: string }>(view: Pick<Endpoint, 'path'>, title = ({ name }: Row) => name) =>
  (row: Row): Reference => ({ href: addressOf(view, { id: row.id }), title: title(row) });

export const bodyStyleEntry = (row: BodyStyle): contract.Carroceria => ({
  Nombre: row.name,
  Codename: row.codename,
  _links: selfOf(v3.viewBodyStyle, row),
});

export const cityEntry: Shown<City, contract.Ciudad> = {
  full: (row) => ({ Nombre: row.name, Region: regionOf(row), _links: selfOf(v3.viewCity, row) }),
  ref: refOf(v3.viewCity, (row) => `${row.name} (${regionOf(row)})`),
};

export const colorEntry: Shown<Color, contract.Color> = {
  full: (row) => ({ Nombre: row.name, HtmlColor: row.htmlColor, _links: selfOf(v3.viewColor, row) }),
  ref: refOf(v3.viewColor),
};

export const makeEntry: Shown<Make, contract.Marca> = {
  full: (row) => ({
    Nombre: row.name,
    Codenames: row.codenames,
    Modelos: { _links: {} },
    _links: selfOf(v3.viewMake, row),
  }),
  ref: refOf(v3.viewMake),
};
