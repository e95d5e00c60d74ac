// The first document of the user manual.

import { hoy } from './hoy.mjs'
import { escanear } from './muelle.mjs'

// e2e/primer-contenedor.spec.ts runs these steps on an empty database.
const primerDia = {
  titulo: 'El primer día: de la instalación vacía al primer contenedor en el mapa',
  texto: [
    'Cuando Retorna está instalado y se ha creado la primera cuenta de administrador, son ocho pasos. No hay que buscarlos: cada pantalla vacía lleva al siguiente.',
    {
      lista: [
        '1. Entra con la cuenta de administrador.',
        '2. Pulsa «Control de activo». El mapa está vacío y dice por qué: un contenedor está donde el lector que lo oye.',
        '3. Pulsa «Añadir un lector», escribe su MAC y un apodo y pulsa «Registrar el lector». En el teléfono, el botón está en la pestaña Lista.',
        '4. Di dónde está: mueve el mapa de la hoja y pulsa «Poner en el centro del mapa», o escribe la latitud y la longitud, y pulsa «Guardar el sitio».',
        '5. Elige el fabricante, pulsa «Emitir credencial» y copia en el lector lo que dice la hoja. En cuanto envía algo, «Esperando el primer mensaje…» pasa a «Oído».',
        '6. Pulsa «Registrar lo que oye» y, en la lista, «Registrar» en el dispositivo de tu contenedor.',
        '7. Escribe el apodo del contenedor y pulsa «Guardar». Arriba se lee «Todavía no oído» hasta que el lector lo oye otra vez.',
        '8. Pulsa «Ver en el mapa».',
      ],
    },
    'Después, o cuando haga falta, se añaden las ubicaciones en el plano de planta (menú «Datos antiguos»), una a una o de un archivo, y las cuentas de los demás en Usuarios. Con muchos lectores o contenedores a la vez, se importan de un Excel o un CSV.',
  ],
}

export const primerosPasos = {
  archivo: '1. Primeros pasos',
  titulo: 'Primeros pasos',
  secciones: [
    {
      titulo: 'Entrar en Retorna',
      ruta: '/login',
      texto: [
        'Escribe tu usuario y tu contraseña y pulsa Intro o el botón de entrar. El botón del ojo enseña u oculta la contraseña mientras la escribes.',
        'Al entrar llegas a la página Control, que pregunta qué vas a hacer: «Dar de alta contenedor» abre el alta de dispositivos y «Control de activo» abre el mapa. Si en tu Perfil elegiste empezar en Hoy, llegas ahí.',
        'Si aparece «Usuario o contraseña incorrectos», revisa las mayúsculas. Tras varios intentos fallidos hay que esperar un poco. Si has olvidado la contraseña, pide a un administrador un código para restablecerla.',
        'La sesión se cierra sola tras 12 horas sin uso y, como mucho, a los 7 días. Para cerrarla antes, abre el menú de tu nombre y elige Logout.',
      ],
    },
    hoy,
    {
      titulo: 'Buscar con el teclado',
      ruta: '/poc-status',
      quien: 'operario',
      texto: [
        'Pulsa Ctrl+K (⌘K en un Mac), o la lupa de arriba, y escribe parte del nombre de una pantalla, de un apodo o de una MAC. Con las flechas eliges y con Intro abres; Esc cierra la búsqueda.',
        'Un contenedor abre su ficha; un lector, sus detalles en el inventario. También encuentras ahí el tema claro u oscuro y Logout.',
        'Sin escribir nada ves primero lo último que elegiste en ese equipo. Se olvida al cerrar la sesión.',
      ],
    },
    escanear,
    primerDia,
    {
      titulo: 'Instalar Retorna y usarlo sin red',
      texto: [
        'Retorna se puede instalar como una aplicación: en el ordenador, con el icono de instalar de la barra de direcciones; en el teléfono, con «Añadir a pantalla de inicio» en el menú del navegador. Hace falta entrar por una dirección segura (https).',
        'Sin red, Retorna se abre en el equipo donde ya habías entrado y arriba se lee «Sin conexión» con la hora de la última actualización. El mapa, el inventario, el plano, la Tabla MF y las fichas que ya habías abierto se ven como estaban la última vez, bajo una franja que dice de qué hora son; no se pueden cambiar, y lo que no habías abierto no está. Al cerrar la sesión se borran del equipo. El alta de dispositivos funciona y guarda los registros para enviarlos cuando vuelva la red; el resto de los cambios necesita conexión.',
        'Cuando se lee «Hay una versión nueva», pulsa Actualizar cuando te venga bien: hasta entonces no cambia nada y no se pierde lo que estés escribiendo.',
      ],
    },
    {
      titulo: 'Tu perfil',
      ruta: '/perfil',
      quien: 'operario',
      texto: [
        'Abre el menú de tu nombre, arriba a la derecha, y elige Perfil. Ahí puedes cambiar tu nombre, tu foto y tu contraseña.',
        'Para cambiar la contraseña se pide la actual. La nueva debe tener al menos 10 caracteres y no ser una de las más corrientes. Al cambiarla se cierran las demás sesiones.',
        'Ahí se añade también la dirección de correo y se elige de qué avisa Retorna y por dónde: lo cuenta el documento «Avisos».',
        'También puedes ver en qué equipos tienes la sesión abierta y activar el segundo factor: un código de tu teléfono que se pide además de la contraseña.',
      ],
    },
  ],
}
