/** Sections of the user manual about other systems: accounts of the company, programs with keys, and the events of the standard. */
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
    ],
  },
  {
    titulo: 'EPCIS: lo que ocurre, para clientes y proveedores',
    ruta: '/admin/usuarios?pestana=epcis',
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
      'Lo que después resulta ser de otra manera se declara erróneo y se cuenta de nuevo: nada de lo contado se borra.',
      'Otro programa lee los eventos con una clave de API que tenga el permiso «Eventos EPCIS», o los recibe por un webhook: «Nueva suscripción» pide cuál y, si no son todos, qué eventos. Si el otro sistema no contesta, se vuelve a probar durante un día; después la suscripción queda en pausa y, al reanudarla, sigue donde estaba. «Descargar EPCISDocument» da los eventos de un periodo en un fichero.',
    ],
  },
]
