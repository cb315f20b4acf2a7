interface Request {
  adminMail: string;
  /** Who asks, by name and mail. */
  by: { name: string; mail: string };
  /** When the service refused, as people read it. */
  at: string;
  /** The service's own words. */
  said: string | undefined;
}

/** What to write to the service's customer support; in Spanish, which is the service's language. */
export function supportMessage({ adminMail, by, at, said }: Request): { subject: string; body: string } {
  return {
    subject: `Asociar la agencia ${adminMail} a nuestra aplicación`,
    body: [
      'Hola:',
      '',
      `Quisimos invitar a la agencia cuyo administrador es ${adminMail} a trabajar con nuestra aplicación, y el servicio respondió que ese correo ya está registrado (409, ${at}).`,
      ...(said ? ['', `Respuesta del servicio: «${said}»`] : []),
      '',
      'Les pedimos que nos digan cómo asociar esa cuenta a nuestra aplicación, o qué tiene que hacer quien la administra.',
      '',
      'Gracias.',
      `${by.name} (${by.mail})`,
    ].join('\n'),
  };
}
