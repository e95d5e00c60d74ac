/** Sections of the user manual about other systems: accounts of the company, and programs with keys. */
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
]
