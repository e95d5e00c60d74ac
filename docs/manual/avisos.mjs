// The part of the manual about notices: their content, their settings, and their channels.

const lista = (...puntos) => ({ lista: puntos })

export const avisos = {
  archivo: '10. Avisos',
  titulo: 'Avisos',
  secciones: [
    {
      titulo: 'Averías: qué se ha roto',
      ruta: '/causas',
      quien: 'admin',
      texto: [
        'Cuando un lector calla, no se pierden sus contenedores: se ha roto el lector. Averías, en el menú de tu nombre, dice qué falla, desde cuándo y a cuántos contenedores deja sin noticia. Retorna lo mira cada minuto.',
        lista(
          'Lector sin señal: no ha dado señales de vida en el plazo de los ajustes, 10 minutos al principio.',
          'Lector que no oye nada: da señales de vida, pero casi todos los contenedores que oía callaron a la vez, y no porque un camión se los llevara.',
          'Lector con la hora mal, y lector rechazado por su clave.',
          'Red o servidor de mensajes: tres lectores o más callaron en dos minutos. Es una sola avería, y los lectores son parte de ella.',
          'Parada de Retorna: nadie escuchó durante un rato.',
        ),
        'Mientras dura, la ficha, el mapa y el inventario dicen de cada contenedor que esperaba ahí «No se sabe desde …, por …», y su estado no pasa a tránsito ni a extravío. Cuando acaba, tiene otra vez todo el plazo para que se le oiga.',
        'Abre una avería para ver en qué se basa, qué hacer, sus contenedores y las anteriores del mismo lector. «Lo miro yo» dice a los demás que te ocupas, con una nota. La avería acaba sola tras un cuarto de hora sin señales de ella; si el lector va y viene, hace falta más tiempo.',
      ],
    },
    {
      titulo: 'La campana y la lista',
      ruta: '/avisos',
      quien: 'admin',
      texto: [
        'La campana de la barra dice cuántos avisos no has leído. Púlsala para ver la lista: cada línea cuenta qué ha pasado, a cuántos contenedores afecta, por qué y desde cuándo, y lleva un botón hasta donde se resuelve. Al pulsarlo, el aviso queda leído.',
        'Retorna avisa una sola vez de cada cosa:',
        lista(
          'Algo ha dejado de funcionar: un lector sin señal, sordo, con la hora mal o rechazado por su clave, o la red de una planta. Es grave. Los contenedores que quedan detrás no se dan por perdidos.',
          'Vuelve a funcionar: el final de lo anterior, con lo que ha durado.',
          'Golpe: un contenedor ha recibido un impacto que alguien debe revisar.',
          'Posible extravío y Batería baja: los de un mismo lugar que llegan en pocos minutos se cuentan en un solo aviso. A quien le toca buscar contenedores, uno solo con todos y, si es el mismo, el lugar donde se oyeron por última vez.',
          'Propuesta de baja: contenedores que nadie oye desde hace un mes, o que alguien propone dar por perdidos, y una persona tiene que decidir. Los de una familia que llegan en una hora se cuentan juntos. Llega a quien puede decidir, salvo a quien los propone.',
          'Recuento por revisar: se ha cerrado con diferencias o espera una firma. Llega a quien puede firmarlo; los que cierra una misma persona en un cuarto de hora se cuentan juntos.',
        ),
        'Los filtros de tipo, gravedad, lectura y días quedan en la dirección, que se puede guardar o enviar. «Marcar todos como leídos» vacía la campana; el sobre de cada línea la marca o la desmarca. Si un aviso que cuenta varios crece, vuelve a estar sin leer.',
      ],
    },
    {
      titulo: 'Elegir de qué te enteras y por dónde',
      ruta: '/perfil#avisos',
      quien: 'admin',
      texto: [
        'En Perfil, Avisos, elige para cada tipo si lo quieres en la aplicación, en tus dispositivos y por correo. Por correo puede llegar en seguida, o reunido en un resumen del día o de la semana, que sale a las 7:00 de la planta (los de la semana, los lunes). Hasta que elijas, recibes lo que suele hacer falta a quien tiene tus permisos.',
        'En las horas de silencio, por correo y en los dispositivos solo llega lo grave; lo demás espera a que terminen. Si eliges familias o lugares, llega solo lo que es de alguno de ellos y lo que no es de ninguno.',
        'Para recibir correo, añade tu dirección en Perfil, Correo, y abre el enlace que te llega. La dirección sirve también para «¿Ha olvidado la contraseña?», en la pantalla de entrada: el enlace vale una vez, durante una hora, cierra las sesiones abiertas y no quita el segundo factor. Cada correo de avisos lleva un enlace para dejar de recibirlos, que no pide entrar.',
        'Para recibir avisos en un teléfono o un ordenador aunque Retorna esté cerrada, ábrela en él por https y activa «Recibir avisos en este dispositivo». Si el navegador los tiene bloqueados o no los admite, ahí mismo se lee por qué. «Enviar prueba» comprueba que llegan.',
      ],
    },
    {
      titulo: 'Qué ha salido y qué no ha llegado',
      ruta: '/admin/usuarios?pestana=entregas',
      quien: 'admin',
      texto: [
        'Quien administra ve en Usuarios, Envíos de avisos, lo que ha salido por correo, a dispositivos y a webhooks: a quién, cuándo, cuántas veces se ha intentado y, si no ha llegado, por qué.',
        'Lo que no se puede entregar se intenta de nuevo a los pocos segundos, y cada vez más despacio durante un día. A cada destino le llega todo por orden. Una cuenta desactivada, o que ha pasado a otra empresa, no recibe nada más.',
        'El correo sale si quien instala Retorna ha indicado un servidor (SMTP_URL y SMTP_DE). La dirección de otra persona se añade en su ficha de Usuarios, y cuenta cuando esa persona abre el enlace.',
      ],
    },
    {
      titulo: 'Webhooks: avisar a otro sistema',
      ruta: '/admin/usuarios?pestana=webhooks',
      quien: 'admin',
      texto: [
        'Un webhook lleva los avisos de la empresa a otro sistema, como el de mantenimiento, un ERP o un chat. En Usuarios, Webhooks, «Nuevo webhook» pide un nombre, la dirección, y qué tipos, familias y lugares le interesan.',
        'Al crearlo se enseña su secreto una sola vez: ponlo en el otro sistema, que comprueba con él que el envío es de Retorna (norma Standard Webhooks: cabeceras webhook-id, webhook-timestamp y webhook-signature). «Cambiar el secreto» da otro; durante 24 horas los envíos van firmados con los dos.',
        'La dirección empieza por https y se alcanza desde fuera: las de dentro de la red se rechazan, salvo las que quien instala Retorna haya permitido a la empresa (AVISOS_HOSTS). Si el otro sistema responde 410, el webhook se apaga y lo dice, hasta que alguien lo active.',
      ],
    },
  ],
}
