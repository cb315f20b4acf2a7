import { EXPORT_LABELS } from '#contract/desk/export-labels.ts';
import { EXPORT_COLUMNS, type ExportColumn } from '#contract/desk/export.ts';
import { normalizeWords } from '#matching/normalize.ts';

export type ColumnKind =
  | 'mail'
  | 'phone'
  | 'whatsapp'
  | 'agency'
  | 'legalName'
  | 'taxId'
  | 'region'
  | 'city'
  | 'address'
  | 'sid'
  | 'status'
  | 'lostReason'
  | 'note'
  | 'date'
  | 'make'
  | 'model'
  | 'bodystyle'
  | 'color';

/** Header words either identify a column, make it likely, or rule it out; they are normalized. */
interface Names {
  exact: RegExp;
  part: RegExp;
  never?: RegExp;
}

const ABOUT = String.raw`type|tipo|label|etiqueta|owner|propietari[oa]|opt|enviad[oa]s?|sent|domain|dominio|verified|bounced?|count`;

const NAMES: Record<ColumnKind, Names> = {
  mail: {
    exact:
      /^(?:admin ?mail|e ?mail(?: address| from)?|mail|correo(?: electronico)?|e mail uno? value|e mail 1 value)$/,
    part: /\b(?:admin ?mail|e ?mails?|mails?|correos?)\b/,
    never: new RegExp(String.raw`\b(?:${ABOUT}|status|estado|fecha|date|marketing|password|calle)\b`),
  },
  phone: {
    exact: /^(?:telefono|phone(?: number)?|tel|numero de telefono|phone 1 value)$/,
    part: /\b(?:telefonos?|telefonico|phones?|tel|fijo)\b/,
    never: new RegExp(String.raw`\b(?:${ABOUT}|ext|extension|mobile|movil|celular|mob|fax)\b`),
  },
  whatsapp: {
    exact: /^(?:whatsapp|whats app)$/,
    part: /\b(?:whatsapp|whats app|wsp|wpp|wa|celular|cel|movil|mobile|mob)\b/,
    never: new RegExp(String.raw`\b(?:${ABOUT})\b`),
  },
  agency: {
    exact: /^(?:nombre|name|agencia|agency|concesionari[ao]|dealer|dealership)$/,
    part: /\b(?:nombre|name|agencia|agency|concesionari[ao]|dealer|dealership|fantasia|company|empresa|compania|organization|organizacion|account|cuenta)\b/,
    never:
      /\b(?:contacto|contact|person|persona|apellidos?|administrador|usuario|user|legal|operador|first|last|given|family|middle|second|lead|prospecto|deal|trato|owner|propietari[oa]|domain|title|department|phonetic|yomi|label|type|phone|telefono|mail|correo|id|file|address|direccion|city|nick|symbol|location|job)\b/,
  },
  legalName: {
    exact: /^(?:razon ?social|legal name|sociedad|denominacion)$/,
    part: /\b(?:razon ?social|legal name|denominacion|company(?: name)?|empresa|compania)\b/,
    never: /\b(?:domain|id|owner|propietari[oa]|phone|telefono|mail|correo|address|direccion|type|title)\b/,
  },
  taxId: {
    exact: /^(?:cuit|identificacion ?fiscal|tax ?id)$/,
    part: /\b(?:cuit|cuil|fiscal|tax|vat|rut|rfc|nif|cif)\b/,
  },
  region: {
    exact: /^(?:provincia|region|province|state region|state province|estado o (?:region|provincia))$/,
    part: /\b(?:provincia|region|province|state)\b/,
    never: /\b(?:lead|deal|real estate|type|label)\b/,
  },
  city: {
    exact: /^(?:ciudad|city|localidad)$/,
    part: /\b(?:ciudad|city|localidad|town|municipio|partido|poblacion)\b/,
    never: /\b(?:type|label)\b/,
  },
  address: {
    exact: /^(?:direccion|domicilio|address|street(?: address)?|calle|address 1 street)$/,
    part: /\b(?:direccion|domicilio|address|calle|street)\b/,
    never:
      /\b(?:e?mail|correo|web|ip|type|label|city|ciudad|localidad|region|provincia|province|state|country|pais|zip|postal code|codigo|po box|extended|formatted|id)\b/,
  },
  sid: { exact: /^sid$/, part: /\bsid\b/ },
  status: {
    exact:
      /^(?:estado|status|lead status|estado del lead|deal stage|lead stage|etapa|stage|stage id|etapa del lead|estado del seguimiento|resultado)$/,
    part: /\b(?:estado|status|etapa|stage|situacion|fase|resultado|outcome)\b/,
    never:
      /\b(?:region|provincia|province|pais|country|civil|marketing|e?mail|correo|vehiculo|auto|lifecycle|ciclo de vida|suscripcion|subscription|payment|pago|id)\b/,
  },
  lostReason: {
    exact: /^(?:motivo(?: de (?:la )?(?:perdida|baja))?|lost reason|loss reason|closed lost reason)$/,
    part: /\b(?:motivo|razon|reason|causa)\b/,
    never: /\b(?:social|contacto|contact|consulta|won|ganad[oa])\b/,
  },
  note: {
    exact: /^(?:notas?|notes?|observacion(?:es)?|comentarios?|comments?)$/,
    part: /\b(?:notas?|notes?|comentarios?|comments?|observacion(?:es)?|detalle|descripcion|description)\b/,
    never:
      /\b(?:mensaje|message|consulta|inquiry|pregunta|cliente|interesado|comprador|buyer|customer|cuantas|count|cantidad|vehiculo|auto)\b/,
  },
  date: {
    exact: /^(?:fecha|date|fecha de (?:contacto|respuesta|atencion)|contacted (?:at|on)|contact date)$/,
    part: /\b(?:fecha|date|dia|day|hora|time|creado|creada|created|modificado|modificada|modified|updated|actualizado|activity|actividad|interaction|interaccion|closed (?:at|on))\b/,
    never:
      /\b(?:nacimiento|birth|birthday|cumpleanos|next|proxim[oa]|expected|esperad[oa]|prevista|zone|zona|type|tipo|count|owner|propietari[oa]|full time)\b/,
  },
  make: {
    exact: /^(?:marca|make|brand|fabricante)$/,
    part: /\b(?:marca|make|brand|fabricante)\b/,
  },
  model: {
    exact: /^(?:modelo|model)$/,
    part: /\b(?:modelo|model)\b/,
    never: /\b(?:marca|make|year|ano|id)\b/,
  },
  bodystyle: {
    exact: /^(?:carroceria|body(?: ?style)?|segmento)$/,
    part: /\b(?:carroceria|body|bodystyle|segmento|tipo)\b/,
  },
  color: { exact: /^colou?r$/, part: /\b(?:color|colour)\b/ },
};

export const MAX_HEADER_LENGTH = 200;

export function toNameWords(name: string): string {
  return normalizeWords(name.slice(0, MAX_HEADER_LENGTH).replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' '));
}

export type NameMatch = 'exact' | 'part';

export function matchColumnName(kind: ColumnKind, name: string): NameMatch | undefined {
  const { exact, part, never } = NAMES[kind];
  const words = toNameWords(name);
  if (exact.test(words)) return 'exact';
  return part.test(words) && !never?.test(words) ? 'part' : undefined;
}

export function isRuledOut(kind: ColumnKind, name: string): boolean {
  const { exact, never } = NAMES[kind];
  const words = toNameWords(name);
  return never?.test(words) === true && !exact.test(words);
}

export function namesPeople(names: readonly string[]): boolean {
  return names.some((name) => /\b(?:apellidos?|(?:first|last|given|family) name)\b/.test(toNameWords(name)));
}

const HEADER_WORDS = new Set(
  `account actividad activity actualizado actualizacion address adminmail admin administrador agencia alta amount anio ano
  anuncio apellido apellidos asignado at auto baja barrio birthday body brand calle carroceria cargo carga celular cel
  cierre city ciudad cliente clientes close closed codigo color colour comentario comentarios comercial comments comment
  company compania concesionaria concesionario consulta contact contacto contrato correo correos country cp created
  creacion creado cuenta cuit date datos de deal dealer dealership del descripcion description dia direccion domicilio
  dominio e el electronico email emails embudo empresa en estado etapa etiquetas externalid facebook familia family fantasia
  fecha fijo first fiscal foto from fuente full gestion given hora id identificacion ingreso interaccion interaction interes
  interesado job km la label labels last lead leads legal lista localidad location lost lugar mail mails main make marca
  medio mensaje middle mob mobile model modelo modificacion modificado modified motivo movil municipio name names nacimiento
  negocio next nombre nombres nota notas note notes notificacion no nro numero number o observacion observaciones of office
  operador opportunity oportunidad organization organizacion origen origin original owner pais partido patente people perdida
  person persona phone photo pipeline poblacion postal precio principal producto propietario prospecto provincia province
  publicacion razon reason record red ref referencia region registro responsable responsible resultado salesperson
  seguimiento segmento sid situacion social source stage state status street sub subitems sucursal suma tags tarea tel
  telefono telefonos temperatura texto tipo title titulo trabajo trato type ultima ultimo updated url user usuario uuid
  valor value vehiculo vendedor version web website whatsapp work wpp wsp y year zip zona`.split(/\s+/),
);

export function isKnownName(text: string): boolean {
  const words = toNameWords(text);
  return words !== '' && words.split(' ').every((word) => HEADER_WORDS.has(word) || /^\d$/.test(word));
}

const COLUMNS_BY_LABEL: ReadonlyMap<string, ExportColumn> = new Map(
  EXPORT_COLUMNS.flatMap((column) =>
    [column, EXPORT_LABELS[column].es, EXPORT_LABELS[column].en].map((name) => [name, column] as const),
  ),
);
const ZONE = / \(([\w+-]+(?:\/[\w+-]+)*)\)$/;

export function readExportColumn(name: string): ExportColumn | undefined {
  return COLUMNS_BY_LABEL.get(name) ?? COLUMNS_BY_LABEL.get(name.replace(ZONE, ''));
}

export function readExportZone(name: string): string | undefined {
  return COLUMNS_BY_LABEL.has(name) || !readExportColumn(name) ? undefined : ZONE.exec(name)?.[1];
}

/** Hardly any other program has these columns. */
const isOwn = (column: ExportColumn | undefined) =>
  column !== undefined &&
  /^(?:sid|Momento|Seguimiento\.|Reloj\.|Interesado\.Info|Auto\.(?:Ref|Ext))/.test(column);

export function isOwnExport(names: readonly string[]): boolean {
  const found = names.map(readExportColumn);
  return found.some(isOwn) && found.filter((column) => column !== undefined).length >= names.length * 0.6;
}
