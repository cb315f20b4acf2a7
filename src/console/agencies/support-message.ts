interface Request {
  adminMail: string;
  sender: { name: string; mail: string };
  refusedAt: string;
  reply: string | undefined;
}

/** The message is always in Spanish, whatever the language of the console. */
export function supportMessage({ adminMail, sender, refusedAt, reply }: Request) {
  return {
    subject: `Asociar la agencia ${adminMail} a nuestra aplicación`,
    body: [
      'Hola:',
      '',
      `Quisimos invitar a la agencia cuyo administrador es ${adminMail} a trabajar con nuestra aplicación, y el servicio respondió que ese correo ya está registrado (409, ${refusedAt}).`,
      ...(reply ? ['', `Respuesta del servicio: «${reply}»`] : []),
      '',
      'Les pedimos que nos digan cómo asociar esa cuenta a nuestra aplicación, o qué tiene que hacer quien la administra.',
      '',
      'Gracias.',
      `${sender.name} (${sender.mail})`,
    ].join('\n'),
  };
}
