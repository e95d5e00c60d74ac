/** Sections of the user manual about other parties: accounts of the company, API keys of programs, EPCIS events, and partners' stocks. */
export const programas = [
  {
    titulo: 'Entrar con la cuenta de la empresa',
    texto: [
      'Si quien instala Retorna la ha conectado a las cuentas de la empresa, la pantalla de entrada tiene además un botón «Entrar con…». Lleva a la página de esas cuentas y vuelve adonde ibas, también desde la etiqueta escaneada de un contenedor.',
      {
        lista: [
          'La primera vez se crea tu usuario, con los permisos y la empresa que dicen tus grupos. Si tus grupos cambian, cambian la próxima vez que entres. Sin ningún grupo con acceso no se entra: hay que pedirlo a quien lleva las cuentas.',
          'La contraseña y el segundo factor son los de esa cuenta: en el perfil de Retorna no aparecen, y quien administra no puede restablecerlos ni cambiar sus permisos.',
          'Al salir se cierra también la sesión de allí, si el proveedor lo permite.',
          'Las cuentas propias de Retorna siguen valiendo. En Empresas, «Su gente solo entra con…» lo impide para una empresa; el último administrador con cuenta propia siempre puede entrar.',
        ],
      },
    ],
  },
  {
    titulo: 'Claves de API: otros programas',
    ruta: '/admin/usuarios?pestana=claves',
    quien: 'admin',
    texto: [
      'Con una clave de API, un programa de la empresa (un ERP, una hoja de cálculo, un cuadro de mando) lee de Retorna lo que se le permita, sin usuario ni contraseña. En Administración, «Claves de API», «Nueva clave» pide:',
      {
        lista: [
          'Un nombre que diga qué programa la usa, y la empresa: la clave no ve nada de otra.',
          'Los permisos, tema a tema: nada, leer, o leer y cambiar. Da solo los que hagan falta. Ninguna clave llega a las cuentas, las credenciales, los webhooks ni a otras claves.',
          'Hasta cuándo vale, y cuántas llamadas puede hacer por minuto.',
        ],
      },
      'La clave se enseña una sola vez, con una orden para probarla: cópiala al programa en ese momento. La lista dice de cada una su titular, cuándo y desde dónde se usó por última vez y cuándo caduca; desde dos semanas antes sale en ámbar, y «Editar» la prolonga.',
      '«Revocar» la apaga al momento. Una clave deja de valer también con la cuenta de su titular. Lo que cambia queda en la auditoría con el nombre del titular y el de la clave. Todas las llamadas están en /api/docs.',
      'Después de restaurar una copia, las claves salen como «Retenida al restaurar una copia» y no dejan entrar: alguna pudo revocarse después de la copia. «Soltar» devuelve la entrada a las que sigan haciendo falta, y «Revocar» quita las demás.',
    ],
  },
  {
    titulo: 'EPCIS: lo que ocurre, para clientes y proveedores',
    ruta: '/admin/usuarios?pestana=epcis&empresa=1',
    quien: 'admin',
    texto: [
      'EPCIS 2.0 es la norma de GS1 con la que las empresas se cuentan dónde están las cosas. Con «Contar lo que ocurre en EPCIS», Retorna cuenta así las llegadas, los reposos, las salidas, los impactos, los daños, los extravíos, las bajas y los cambios de etiqueta. Se elige:',
      {
        lista: [
          'Desde qué día se cuenta, y la certeza mínima del lugar: de una estancia menos segura no se cuenta nada.',
          'El prefijo de empresa GS1, el GLN y el tipo de activo de cada familia. Retorna comprueba las cifras y enseña en «Un ejemplo» cómo quedan un contenedor y un lugar. Sin prefijo, los identificadores son direcciones de Retorna.',
          'En «Lugares», dónde llegar es una recepción o una reparación, y qué lugares tienen GLN propio.',
        ],
      },
      'Lo que después resulta ser de otra manera se declara erróneo y se cuenta de nuevo: lo contado no se cambia. Se guarda los meses que diga «Se guarda», 24 si no se elige otra cosa, y lo que una suscripción no ha recibido todavía se guarda hasta que lo reciba.',
      'Otro programa lee los eventos con una clave de API que tenga el permiso «Eventos EPCIS», o los recibe por un webhook: «Nueva suscripción» pide cuál y, si no son todos, qué eventos. Si el otro sistema no contesta, se vuelve a probar durante un día; después la suscripción queda en pausa y, al reanudarla, sigue donde estaba. «Descargar EPCISDocument» da los eventos de un periodo en un fichero.',
    ],
  },
  {
    titulo: 'Custodia: quién tiene qué',
    ruta: '/custodia',
    quien: 'operario',
    texto: [
      'Custodia, en el menú de tu nombre, dice cuántos contenedores tiene cada tercero (cliente, proveedor o transportista) y cuántos quedan en el parque propio, por familia y con lo que valen a los precios de Pérdidas. Cada número lleva a los contenedores que cuenta.',
      {
        lista: [
          'En «Terceros», quien administra añade cada uno con sus lugares. Lo que llega a uno de ellos y se queda más de diez minutos se anota solo en su cuenta; al volver a un lugar propio, se descuenta. «Dar acceso» crea un usuario para su gente, que ve su saldo y su extracto y nada más.',
          '«Salidas hacia él», en «Editar», son los muelles propios desde los que se le envía: sirven cuando allí no hay lectores, o el viaje es largo. Un contenedor que se oyó por última vez en uno de ellos y calla cinco horas se anota en su cuenta como «Salida», con la hora en que se oyó. Si después se ve en un lugar del tercero, no se anota otra vez; si vuelve a un lugar propio, otra línea lo descuenta. Un silencio que explica una avería no es una salida, y cuenta lo que sale desde que se dice. Un muelle lleva a un solo tercero: decirlo de un segundo se rechaza. Lo que sale de un muelle que es de varios no se anota solo; se anota por sus albaranes, o al verlo en el lugar del tercero.',
          'En «Editar» se dice si un tercero recibe su extracto por correo, a qué dirección y en qué fichero. El día 1 de cada mes le llega el del mes anterior, una vez. La lista dice cuál se envió el último o por qué no ha salido.',
          'El «Extracto» tiene los movimientos de un periodo, con el saldo al principio y al final, y se lleva a Excel o PDF. «Anotar» añade un albarán, la diferencia de un recuento o una pérdida aceptada: con los contenedores por su nombre o, si el tercero no tiene lugares con lectores, solo cuántos. Durante un minuto, quien lo anotó puede deshacerlo, en el aviso de abajo o abriendo la línea: otra línea la corrige, y las dos quedan en el extracto.',
          '«Importar albaranes», en el Extracto, los anota desde un Excel o un CSV. Primero dice qué haría, y qué línea tiene qué error; lo que ya está en el libro no se anota otra vez, por muchas veces que se envíe el mismo archivo. Recién importado, «Deshacer» quita el archivo entero.',
          'Nada de lo anotado se cambia ni se borra. Si una lectura tardía dice otra cosa, una corrección quita la línea y otra la pone bien.',
          'Abre una línea para ver su prueba: dónde se vio, qué lector lo oyó, con qué certeza y dónde se oyó el contenedor por última vez. Si no es correcta, «Disputar»; después se contesta y se acuerda. El acuerdo puede descontar contenedores con una línea más.',
          'De una disputa se avisa a quien puede contestarla, Hoy la cuenta y «En disputa» las tiene todas, también en Excel o PDF. De la respuesta y del acuerdo se avisa a la gente del tercero que la disputó, y lleva la prueba que puede ver: en la línea y en el fichero del extracto.',
          'Una pérdida aceptada de un contenedor que ya es posible extravío lo declara perdido también en «Pérdidas», y lo que allí se da de baja sale de la cuenta en la que estaba. Deshacer uno deshace el otro.',
          '«Libro y lugar» tiene los contenedores que están en la cuenta de uno y se oyeron por última vez en casa de otro. Esa lista y la de «Contenedores» se llevan también a Excel o PDF, se guardan como vistas y se envían por correo.',
        ],
      },
    ],
  },
]
