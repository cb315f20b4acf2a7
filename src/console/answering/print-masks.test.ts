import { expect, test } from 'vitest';
import { masks } from './print-masks.ts';

test('everything by which a buyer could be reached is masked, and the vehicle stays', () => {
  const inquiry = {
    Momento: '2026-11-16T10:00:00-03:00',
    Auto: { Marca: 'Fiat', Modelo: 'Argo' },
    Interesado: {
      Nombre: 'Ana',
      Apellido: 'Quiroga',
      Telefono: '+54 9 11 5555 1234',
      Email: 'ana.quiroga@correo.example',
      DocIdentidad: '30.123.456',
      Comentario: 'Llamame al 11 5555 1234',
      Ciudad: null,
      InfoOperacion: { EntregaVehiculo: { Marca: 'Ford', Modelo: 'ana@correo.example' } },
    },
  };
  expect(masks.maskInquiry(inquiry as never)).toEqual({
    ...inquiry,
    Interesado: {
      Nombre: 'Ana',
      Apellido: 'Q•••',
      Telefono: '+54 9 11 •••• 1234',
      Email: 'a•••@correo.example',
      DocIdentidad: '•••456',
      Comentario: 'Llamame al •••',
      Ciudad: null,
      InfoOperacion: { EntregaVehiculo: { Marca: 'Ford', Modelo: '•••' } },
    },
  });
});
