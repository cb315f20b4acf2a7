import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { DeskName } from '#contract/desk/desk.ts';
import type { V3Name } from '#contract/v3.ts';
import type { HelpTopic } from '#console/help-topics.ts';
import { paths } from '#console/paths.ts';

export interface Answer {
  paragraphs: readonly MessageDescriptor[];
  links?: readonly { to: string; label: MessageDescriptor; needs?: V3Name | DeskName }[];
}

export const HELP_ANSWERS: Record<HelpTopic, Answer> = {
  views: {
    paragraphs: [
      msg`«Últimas» es todo lo que llegó, respondido o no, lo más nuevo primero. De una sola agencia es la lista del servicio, que llega hasta 90 días atrás.`,
      msg`«Para responder» es lo que falta: nadie respondió todavía, o volvió de una posposición y nadie la tocó. Primero las que vencen dentro de una hora; después las que vencieron hoy, las que volvieron, las llegadas desde ayer y el resto.`,
      msg`«Tarde» son las que nadie respondió y ya pasaron su plazo. Las que lo pasaron hace más de 7 días están aparte, en «Atrasadas viejas», y se cierran juntas.`,
    ],
    links: [
      { to: paths.inquiries('vista=esperando'), label: msg`Ver «Para responder»`, needs: 'listFollowUps' },
    ],
  },
  freshness: {
    paragraphs: [
      msg`«al día»: las nuevas llegan solas, apenas el servicio las avisa; sin su aviso, cuando se lee su lista, cada minuto mientras la bandeja está abierta. Una edad, como «hace 20 s»: se pregunta cada 30 segundos. Si es mayor, la página estuvo dormida o el servicio no se volvió a leer. «reintentando»: el servicio no contesta, y la lista es la última que se leyó. Se puede seguir trabajando con ella.`,
      msg`«incompleta»: todavía se están leyendo consultas anteriores, y los números de las vistas crecen hasta que termine.`,
    ],
  },
  clock: {
    paragraphs: [
      msg`Cuenta los minutos de atención de la agencia desde que llegó la consulta hasta la primera respuesta: una llamada, un correo o un WhatsApp que empieza acá, o que alguien marque que respondió o que habló con la persona.`,
      msg`Fuera del horario de la agencia y en sus feriados no corre. Si nadie lo cambió, el plazo es de 30 minutos, de lunes a viernes de 9 a 13 y de 16 a 20, y los sábados de 9 a 13.`,
    ],
    links: [{ to: paths.hours(), label: msg`Ver los horarios`, needs: 'viewHours' }],
  },
  late: {
    paragraphs: [
      msg`Porque nadie respondió desde acá dentro de su plazo, que corre en el horario de la agencia. Lo que se contesta por fuera, desde un celular u otro programa, no se ve: marcala como «Respondida» y el reloj se detiene.`,
      msg`Sale de «Tarde» cuando alguien responde, la pospone o la cierra como ganada o perdida, y a los 7 días pasa a «Atrasadas viejas».`,
    ],
    links: [{ to: paths.inquiries('vista=tarde'), label: msg`Ver «Tarde»`, needs: 'listFollowUps' }],
  },
  missing: {
    paragraphs: [
      msg`Porque el servicio dejó de tenerla, porque su agencia se desasoció, o porque pasó el tiempo que se guardan. Quien ve solo sus consultas deja de ver una cuando el servicio se la asigna a otra persona.`,
      msg`Lo que el servicio deja de tener se esconde después de dos lecturas completas con un día de diferencia, y se borra una semana después. Si faltan muchas de golpe no se esconde nada: Administración o Soporte lo decide en «Conexión».`,
    ],
  },
  touch: {
    paragraphs: [
      msg`Quién lo hizo, cuándo y por dónde. El correo y el WhatsApp se abren en tu programa: lo que escribís ahí no se guarda. Las notas son de Vitrina: quien consultó no las ve, y en el servicio no cambia nada.`,
      msg`«@» y el nombre de una persona en una nota le avisan, en Vitrina y por correo, si puede ver la consulta. «Fijar» deja una nota arriba del historial.`,
      msg`Cada consulta se responde por separado, también las de la misma persona, que la consulta muestra juntas.`,
    ],
    links: [{ to: paths.templates(), label: msg`Ver las plantillas`, needs: 'listTemplates' }],
  },
  status: {
    paragraphs: [
      msg`«Respondida»: alguien le escribió o la llamó. La primera llamada, correo o WhatsApp desde acá pone sola ese estado. «Contactada»: se habló con la persona, y eso lo dice alguien, con el botón o en una nota.`,
      msg`Las dos detienen el reloj. «Cita» y «Ganada» cuentan también como contactadas.`,
    ],
  },
  claim: {
    paragraphs: [
      msg`Que la atendés vos: queda en «Mías» hasta que se gane, se pierda, la sueltes o la pases a otra persona. No la esconde de nadie, ni cambia el operador que nombró el servicio.`,
      msg`También se puede tomar la que tiene otra persona. El historial dice quién la tuvo.`,
    ],
    links: [{ to: paths.inquiries('vista=mias'), label: msg`Ver «Mías»`, needs: 'listFollowUps' }],
  },
  snooze: {
    paragraphs: [
      msg`A la hora elegida, la consulta vuelve a «Para responder» para todos los que la ven, con la marca «volvió» hasta que alguien la cambie o toque «Ya la vi». Si tenés Vitrina abierta y las notificaciones encendidas, te avisa; no se envía ningún correo.`,
      msg`Mientras está pospuesta no aparece en «Para responder» ni en «Tarde», y la alarma calla. Su plazo de respuesta no cambia.`,
    ],
    links: [
      { to: paths.inquiries('vista=pospuestas'), label: msg`Ver «Pospuestas»`, needs: 'listFollowUps' },
    ],
  },
  undo: {
    paragraphs: [
      msg`Con «Deshacer» en el aviso que aparece después del cambio, o más tarde en el historial de la consulta, también lo que hizo otra persona. Lo deshecho queda en el historial, tachado, y el texto de una nota también.`,
      msg`Si después se cambió otra vez lo mismo (el estado, la posposición o quién la tiene), se deshace primero lo más nuevo. Un cambio de muchas consultas se deshace entero en «Procesos». Una vez deshecho, no se rehace: se cambia de nuevo.`,
    ],
    links: [{ to: paths.jobs(), label: msg`Ver los procesos`, needs: 'listJobs' }],
  },
  conflict: {
    paragraphs: [
      msg`Lo tuyo no se guarda encima sin preguntar: la consulta muestra lo de la otra persona y lo tuyo. «Dejar lo de…» descarta lo tuyo; «Poner lo mío» lo guarda, y lo otro queda en el historial.`,
      msg`Las notas, las llamadas y los correos nunca chocan: se suman.`,
    ],
  },
  offline: {
    paragraphs: [
      msg`No. Lo que tocás queda en este navegador hasta que se confirma, y se envía otra vez sin que cuente dos veces. Lo que escribís sin guardar queda como borrador.`,
      msg`Cerrar la sesión borra los dos, y también que otra persona entre en este navegador.`,
      msg`Sin conexión se puede leer lo que abriste en este navegador en el último día, mientras dure tu sesión; arriba dice de cuándo es. Se apaga en «Mi cuenta».`,
    ],
    links: [{ to: paths.me(), label: msg`Ir a «Mi cuenta»` }],
  },
  bulk: {
    paragraphs: [
      msg`Las demás cambian igual. Las que fallan quedan elegidas, y el proceso dice por qué. Con más de 100, el cambio sigue solo aunque cierres Vitrina.`,
      msg`Si elegiste la lista entera y mientras tanto llegaron o salieron consultas, no se cambia ninguna, y se pregunta otra vez con la cantidad de ahora.`,
    ],
    links: [{ to: paths.jobs(), label: msg`Ver los procesos`, needs: 'listJobs' }],
  },
  figures: {
    paragraphs: [
      msg`Acá cuentan todas las consultas que entregó el servicio, cada una por el día en que llegó, en la zona horaria del servicio. Dos consultas de la misma persona son dos. Un CRM suele contar personas, o por el día en que se cargaron.`,
      msg`La respuesta es lo que se hizo o se marcó acá. Una importada cuenta en la fecha que trae, y sin fecha en ninguna. Quien ve solo sus consultas, o algunas agencias, ve las cifras de esas. «Cómo se cuenta», en cada sección, dice qué es cada una; ahí también se exporta.`,
    ],
    links: [{ to: paths.overview(), label: msg`Ver las cifras`, needs: 'viewOverview' }],
  },
  notifications: {
    paragraphs: [
      msg`El resumen diario es un correo con las cifras de ayer. Está apagado hasta que lo encendés en «Mi cuenta».`,
      msg`La alarma avisa una vez por consulta, a las personas elegidas en «Horarios», cuando nadie respondió y pasaron los minutos de atención acordados después del plazo. La callan una respuesta, posponerla o cerrarla.`,
      msg`Administración y soporte reciben otra cuando en una hora entran más de 5 consultas cuyo aviso no llegó; cada persona la apaga en «Mi cuenta». Ningún correo dice nada de quien consultó.`,
    ],
    links: [{ to: paths.me(), label: msg`Ir a «Mi cuenta»` }],
  },
  export: {
    paragraphs: [
      msg`Las consultas de la lista, en su orden y de cualquier fecha, hasta 250.000, como Excel, CSV o JSON. Si de algunos días no se pudo leer todo, dice cuáles. Sigue aunque cierres Vitrina, y queda en «Procesos».`,
      msg`La constancia, otro archivo, dice cómo, cuándo y por quién se hizo, cuántas coincidían, cuántas tiene, qué falta y su huella SHA-256.`,
      msg`Lo baja quien lo pidió, durante 7 días, mientras vea esas consultas. Soporte exporta con contactos enmascarados; los demás dicen para qué van completos. Borrar los datos de una persona borra todos los archivos.`,
    ],
  },
  invitation: {
    paragraphs: [
      msg`Porque todavía no se registró. Hasta que usa el enlace del correo no está asociada a esta aplicación, y el servicio no entrega nada de ella.`,
      msg`Una semana después del último envío figura sin respuesta, y se le puede enviar otra vez. Si el servicio rechaza la invitación, su correo ya tiene una cuenta: la asociación se le pide al servicio.`,
    ],
    links: [{ to: paths.invitations(), label: msg`Ver las invitaciones`, needs: 'listInvitations' }],
  },
  disassociation: {
    paragraphs: [
      msg`Sus publicaciones hechas desde esta aplicación se suspenden. Sus datos y sus consultas dejan de verse enseguida, también las de antes, y no llegan más avisos sobre ella. La agencia conserva su cuenta en el servicio.`,
      msg`Una semana después sus consultas se borran de acá, salvo que vuelva a estar asociada. Si ya se había registrado no se puede deshacer desde acá, porque el servicio rechaza otra invitación a su correo.`,
    ],
    links: [{ to: paths.agencies(), label: msg`Ver las agencias`, needs: 'listAgencies' }],
  },
  suspension: {
    paragraphs: [
      msg`Sus mensajes: lo que pasa mientras tanto no se avisa después, y los que esperaban otro intento se descartan. La configuración queda como está.`,
      msg`Las consultas no se pierden. Siguen en el servicio, y la bandeja las lee igual: cada minuto donde está abierta, y cada cinco donde no. A otro sistema se le pueden reenviar una por una.`,
    ],
    links: [{ to: paths.webhooks(), label: msg`Ver los avisos`, needs: 'listWebhooks' }],
  },
  arrival: {
    paragraphs: [
      msg`Buscala en «Rastrear» por teléfono, correo, nombre o id: dice hasta dónde llegó, por qué no siguió y qué hacer. De una agencia dice si le llegaría una consulta hecha ahora.`,
      msg`Si no está en ningún lado: el aviso puede estar suspendido o ir a otro sistema, la agencia puede no estar asociada, o la consulta puede ser de la publicación de otra aplicación, que solo se ve si la agencia lo permite.`,
    ],
    links: [
      { to: paths.traces(), label: msg`Rastrear`, needs: 'findTraces' },
      { to: paths.connection(), label: msg`Ver la conexión`, needs: 'viewConnection' },
    ],
  },
  balance: {
    paragraphs: [
      msg`«Balance» compara, agencia por agencia, cuántas consultas dice el servicio que tiene con las que están en la bandeja. Lo que se borró a pedido, o ya no está en el servicio, explica la diferencia; el resto queda sin explicar, y un botón le pregunta al servicio en qué días está.`,
      msg`«Sin aviso» son las que la bandeja encontró por su cuenta, porque su aviso no llegó en dos minutos, con la causa que se conozca. El servicio solo cuenta los últimos 90 días, y no dice qué consultas no muestra.`,
    ],
    links: [{ to: paths.balance(), label: msg`Ver el balance`, needs: 'viewBalance' }],
  },
  resend: {
    paragraphs: [
      msg`Le pide al servicio que envíe otra vez el aviso de esa consulta, adonde esos avisos van ahora. No crea otra consulta: quien la recibe ve el mismo id.`,
      msg`El aviso tiene que estar encendido. Si llega a esta consola, acá se ve cuándo; si llega a otro sistema, hay que mirarlo allá.`,
      msg`La prueba automática de la página del aviso lo hace sola cada tanto, y si falla tres veces seguidas avisa a administración y soporte.`,
    ],
  },
  matching: {
    paragraphs: [
      msg`Cuando su puntaje es de 90 o más y no hay otra cerca. Un número solo nunca es seguro, ni una ciudad que existe en dos provincias: esas se eligen a mano.`,
      msg`Lo elegido a mano puede guardarse para todos, y la próxima vez se ofrece solo. Lo guardan Administración y Soporte.`,
    ],
    links: [{ to: paths.column(), label: msg`Comparar una columna`, needs: 'matchValues' }],
  },
  comparisons: {
    paragraphs: [
      msg`Cada comparación o revisión tiene su enlace: sigue ahí al recargar o cerrar la página. Quien lo abra ve los mismos valores y respuestas, y puede responder; se ve quién respondió. Los puntajes salen del catálogo y del diccionario de ese momento.`,
      msg`Se guardan las columnas elegidas, y nada más de la tabla: 30 días, y de cada persona las últimas 20 comparaciones y 20 revisiones. Lo aceptado por puntaje se puede deshacer mientras existan.`,
      msg`Una publicación tiene varios valores: aparece en cada forma en que se decidió alguno.`,
    ],
    links: [
      { to: paths.column(), label: msg`Comparar una columna`, needs: 'matchValues' },
      { to: paths.listing(), label: msg`Revisar publicaciones`, needs: 'matchValues' },
    ],
  },
  import: {
    paragraphs: [
      msg`Busca la consulta de cada fila por su id, teléfono o correo, y le pone el estado, las notas y la respuesta que trae. Antes de cambiar nada muestra qué pasaría con cada fila. La que ya tiene seguimiento queda como está.`,
      msg`Una respuesta cuenta en la fecha de su fila. Sin fecha detiene el reloj y no cuenta en las cifras. La importación se deshace entera en «Procesos».`,
    ],
    links: [{ to: paths.importFollowUp(), label: msg`Importar`, needs: 'importFollowUps' }],
  },
  visibility: {
    paragraphs: [
      msg`Ventas ve las consultas de sus agencias y nada de las demás; en algunas puede estar limitada a las que el servicio le asignó. Administración ve y cambia todo. Soporte lee casi todo, gestiona los avisos y reenvía consultas; no ve personas, y no cambia agencias ni seguimiento.`,
      msg`Soporte ve los contactos tapados. «Mostrar contacto» los muestra en una consulta o entrega, diciendo para qué; queda en «Auditoría». Busca por palabras y números enteros.`,
      msg`El estado, la posposición, las notas y quién la tiene son de todos los que ven la consulta. Lo leído y los borradores son de cada persona.`,
    ],
  },
  people: {
    paragraphs: [
      msg`En «Personas», invitá a su correo con un rol; a Ventas, con sus agencias. El enlace sirve una vez, durante 72 horas. En la página de la persona se marca «Solo sus consultas» por agencia, se le restablece la contraseña, también sin su segundo paso, y se le quita el acceso.`,
      msg`Donde se entra con una cuenta de otro proveedor, la invitación también se acepta entrando con la cuenta que tenga ese correo verificado. Restablecer el acceso separa esa cuenta.`,
      msg`Quitar el acceso cierra sus sesiones enseguida. Lo que hizo queda con su nombre, y se le puede devolver.`,
    ],
    links: [{ to: paths.people(), label: msg`Ver las personas`, needs: 'listPeople' }],
  },
  audit: {
    paragraphs: [
      msg`En «Auditoría» está cada acción con quién, cuándo y cómo terminó, también las que se rechazaron, y de lo que cambió, el valor de antes y el de después, salvo secretos y contactos. De una exportación están los días y filtros, las filas, el formato, si iba enmascarada y para qué. Nadie puede cambiar ni borrar lo anotado.`,
      msg`Lo que se hizo con una consulta está además en su historial: quién y, si no fue a mano, con qué token o en qué proceso.`,
    ],
    links: [{ to: paths.audit(), label: msg`Ver la auditoría`, needs: 'listAudit' }],
  },
  retention: {
    paragraphs: [
      msg`Si la instalación no dice otra cosa: las consultas, 400 días; lo que trajeron los avisos, 30; los archivos exportados, 7. El seguimiento y la auditoría no se borran solos.`,
      msg`Lo que el servicio deja de tener se esconde acá, y se borra una semana después. Lo que el servicio guarda es del servicio.`,
    ],
  },
  erasure: {
    paragraphs: [
      msg`De Vitrina: sus consultas con ese teléfono, correo o documento, las notas sobre ellas, lo que trajeron sus avisos, sus filas en los procesos, todos los archivos exportados, las vistas, plantillas y notas que la nombran, y las celdas de columnas comparadas. No se puede deshacer. Lo hace Administración, en la consulta o en «Privacidad», donde también se descarga lo que hay, para dárselo.`,
      msg`El servicio conserva lo suyo, y hay que pedírselo a él. Lo que la persona escriba después se guarda otra vez.`,
    ],
  },
  session: {
    paragraphs: [
      msg`Si la instalación no dice otra cosa, después de 30 minutos sin usar Vitrina, y a las 12 horas en cualquier caso. Dejarla abierta no cuenta como uso.`,
      msg`También se cierra si alguien la cierra en «Mi cuenta» o cambia tu contraseña o tu acceso, y con más de veinte sesiones abiertas la que no se usa hace más.`,
    ],
    links: [{ to: paths.me(), label: msg`Ver mis sesiones` }],
  },
};
