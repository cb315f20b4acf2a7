import { OWN } from './gateway-world.ts';

export const LIST = `/v3/consultas/${OWN}`;

export const PROBLEM = {
  Type: 'https://httpstatuses.com/400',
  Title: 'Validación de información esperada fallida',
  Status: 400,
  Detail: 'Alguna información contiene valores no validos.',
  Instance: LIST,
  Extensions: {},
  Errors: { pagina: ['debe ser 99 o menos'] },
};
