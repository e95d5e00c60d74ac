// Text of the user manual. A document is a file; a section starts on a new page: `ruta` and `quien` say which screen is pictured, and for
// which account.

import { avisos } from './avisos.mjs'
import { calendario, etapas } from './calendario.mjs'
import { calibracion } from './calibracion.mjs'
import { ciclo } from './ciclo.mjs'
import { porQue } from './hoy.mjs'
import { muelle, trabajo } from './muelle.mjs'
import { pilas } from './pilas.mjs'
import { primerosPasos } from './primeros-pasos.mjs'
import { programas } from './programas.mjs'
import { recuentos } from './recuentos.mjs'
import { salud } from './salud.mjs'

const lista = (...puntos) => ({ lista: puntos })

export const DOCUMENTOS = [
  primerosPasos,
  {
    archivo: '2. Mapa',
    titulo: 'Mapa',
    secciones: [
      {
        titulo: 'El mapa y su tabla',
        ruta: '/',
        quien: 'operario',
        texto: [
          'La pantalla Mapa tiene dos mitades: el mapa con los dispositivos y una tabla con los que se ven en esa zona. Al mover o acercar el mapa, la tabla cambia con él.',
          'Un círculo con un número reúne varios dispositivos cercanos; púlsalo para acercarte y separarlos. Abajo, «?3» dice que de tres no se sabe bien si siguen ahí; uno que ya nadie oye se dibuja con el borde a trazos.',
          'Sobre la tabla se lee cuántos se ven y cuántos quedan fuera de la vista; «Ver todos» aleja el mapa hasta que caben. Sin mapa base, se dibujan las zonas de la planta y, si encaja, la imagen del plano.',
          lista(
            '«Buscar Apodo» deja solo los dispositivos cuyo apodo contiene lo que escribes.',
            'El filtro de tipo elige entre iBeacon, SmartBle y Reader (los lectores).',
            '«Limpiar» quita todos los filtros y el botón de recargar pide los datos de nuevo.',
            'La tabla se puede exportar a Excel y a PDF.',
          ),
          'Si en la zona no hay ninguno se lee «No hay dispositivos visibles en esta zona del mapa.»: aleja el mapa o quita los filtros.',
        ],
      },
      {
        titulo: 'Detalles y estados de un dispositivo',
        texto: [
          'El botón de detalles de cada fila muestra el tipo, el último registro, qué lector lo ha visto, su posible estado y su movimiento. El último registro lleva una alerta roja si falta o es más antiguo que el plazo de Posible tránsito: 300 minutos, si un administrador no lo ha cambiado.',
          'Posible estado resume qué se sabe de cada contenedor:',
          lista(
            'Ubicado: se sabe en qué lugar está.',
            'Operativo: funciona y se oye, pero no se conoce su lugar.',
            'Posible tránsito: ningún lector lo oye desde hace un rato largo (lo habitual, más de 300 minutos); puede estar de viaje.',
            'Posible extravío: ningún lector lo oye desde hace mucho (lo habitual, más de 3 días). Conviene buscarlo.',
            'Necesita revisar: tiene la batería baja (lo habitual, menos del 10 %) o una incidencia abierta con daño; en un lector, que lleva sin señal más que el plazo de Posible tránsito.',
            'Sin registro: todavía no se ha oído nunca.',
          ),
          'Los plazos y la batería baja son números de cada empresa: un administrador los cambia en Usuarios, Ajustes, y las pantallas los siguen al momento.',
          'El movimiento puede ser Parado, En movimiento o Impacto. Un impacto es un golpe que ha notado la etiqueta y abre una incidencia.',
        ],
      },
    ],
  },
  {
    archivo: '3. Inventario y eventos',
    titulo: 'Inventario y eventos',
    secciones: [
      {
        titulo: 'Inventario',
        ruta: '/poc-status',
        quien: 'operario',
        texto: [
          'El inventario es la lista de todos los dispositivos de tu empresa, con filtros por cada dato. Los que llevan sin actualizarse más que el plazo de Posible extravío (lo habitual, 3 días) se muestran en rojo.',
          lista(
            'Cambiar el apodo: pulsa el lápiz junto al apodo, escribe el nuevo y guárdalo. El de un contenedor son cifras, un guion y cifras, por ejemplo 20014-1; un lector puede llevar un nombre.',
            'Activar o desactivar: pulsa la celda de encendido de la fila.',
            'Detalles: abre la ficha con su lugar en el mapa.',
            'Ficha: el icono de hoja junto a un apodo, en cualquier pantalla, abre la ficha del contenedor.',
            'Resumen: cuántos hay en total, activados, desactivados y sin actualizar desde hace más que ese plazo; el rótulo dice cuál es.',
          ),
          'Para exportar el inventario a Excel o a PDF, aplica los filtros que quieras y pulsa el botón de exportar: el archivo lleva las mismas filas y columnas que la tabla, y dice de qué empresa es, de cuándo, con qué filtros y cuántas filas tiene: en Excel, en su última hoja; en PDF, en la primera página y, las filas, al final.',
          'El icono de enlace copia la dirección de lo que ves, con sus filtros y su empresa: quien la abra ve lo mismo. También se puede imprimir desde el navegador, sin barra ni botones.',
          'El marcador «Vistas», en todas las tablas que se exportan, guarda con un nombre los filtros, el orden y las columnas que ves: «Guardar esta vista…». Pulsa su nombre para volver a ponerlos. Se puede compartir con tu empresa; quien la comparte y los administradores pueden eliminarla.',
          '«Enviar por correo…», en los tres puntos de una vista, te la manda como fichero cada día, cada lunes o el día 1 de cada mes, a la hora de la planta que elijas, con lo que puedas ver en ese momento. Hace falta que la instalación tenga un servidor de correo y que hayas confirmado tu dirección en tu perfil. Si el fichero pasa de 10 MB, el correo lleva el enlace en su lugar. Cada correo trae un enlace para dejar de recibirla.',
          'Para imprimir etiquetas con el código QR de cada dispositivo, marca sus filas y pulsa «Etiquetas QR»; sin filas marcadas, «Etiquetas QR…» del botón de exportar las hace de todos los que pasan los filtros, hasta 2.000 de una vez. Elige la hoja o el rollo, cuántas copias y en qué etiqueta se empieza si la hoja ya está usada en parte, e imprime el PDF a tamaño real (100 %). El código abre la ficha pública del dispositivo con la cámara de cualquier teléfono.',
          'La batería se ve en verde a partir del 50 %, en amarillo a partir del 25 % y en rojo por debajo; casi llena (99,5 % o más) es de color lima. Cambia la pila cuando esté en rojo.',
        ],
      },
      {
        titulo: 'La ficha de un contenedor',
        texto: [
          'La ficha reúne lo que se sabe de un contenedor: cómo está ahora, por dónde ha pasado en los días elegidos, cuánto estuvo en cada sitio, su batería, sus impactos y las etiquetas que ha llevado. Los lectores no tienen ficha.',
          'Arriba dice cuándo y dónde se ha visto por última vez y qué hacer. Si a un contenedor se le pone otra etiqueta, «Cambiar etiqueta» guarda la MAC o el número de serie de la nueva: la historia sigue. Los datos de la etiqueta anterior (contador y aceleración) no se comparan con los de la nueva.',
          'El lugar se dice según lo seguro que es: «Almacén», o «Almacén probable»; por debajo del 60 %, con el siguiente que puede ser («Almacén o Muelle»), o «Almacén, dudoso» si ese no tiene nombre: puede estar en otra ubicación. Mientras se mueve se lee «en movimiento, cerca de Almacén»; si calla por el camino, «última vez cerca de Almacén», y cuando ya nadie lo oye, «última vez en Almacén».',
          'Si un contenedor no está donde dice Retorna, pulsa «No está aquí» en su ficha o en sus detalles del mapa y elige dónde lo ves: se muestra ahí al momento y sirve para que Retorna acierte más. Durante un minuto se puede deshacer. Si los lectores dicen claramente otra cosa, se pregunta antes, y de esa corrección no se aprende. Una ubicación sin lector que no se haya calibrado no se puede elegir: los lectores no la distinguen.',
          'Si un lector se cambia de sitio, lo que oyó antes se queda en el sitio de antes: la estancia se cierra en ese momento y empieza otra en el nuevo.',
          'El recorrido se ve en el mapa o, con «En el plano», sobre el plano de la planta: las flechas llevan de una ubicación a la siguiente y las más antiguas son más claras. La barra de debajo elige el momento y el botón de reproducir lo recorre paso a paso.',
        ],
      },
      porQue,
      {
        titulo: 'Eventos',
        ruta: '/NewData',
        quien: 'operario',
        texto: [
          'Los eventos son el historial: qué se ha oído de cada dispositivo, cuándo y con qué lector. Se puede buscar por apodo o MAC, por el apodo del lector, por fecha y por estado (Parado, En movimiento o Impacto).',
          'En el filtro de fecha basta con escribir el día, o el día y la hora, en hora de la planta. El botón de columnas elige cuáles se ven y en qué orden.',
          'Los eventos se exportan a Excel y a PDF con los filtros puestos. «Todos los eventos» crea un archivo entre dos fechas; una barra dice cuánto falta y permite cancelar.',
        ],
      },
    ],
  },
  {
    archivo: '4. Incidencias',
    titulo: 'Incidencias',
    secciones: [
      {
        titulo: 'Revisar y cerrar incidencias',
        ruta: '/incidencias',
        quien: 'operario',
        texto: [
          'Cada impacto que nota una etiqueta abre una incidencia. La pantalla enseña las de los últimos 3 días; con Desde y Hasta se eligen otras fechas, y «Buscar Dispositivo» deja las de un contenedor.',
          'Para revisar una incidencia, marca si hubo «Golpe real» y si hay «Daño en pieza». Ambas marcas se guardan al momento.',
          'Para cerrar una incidencia, pulsa el botón «Abierta» de la columna Revisada y confirma: se lee el contenedor, la hora y lo que va a guardarse, y se puede añadir una nota. Si nadie ha marcado nada, el cierre pregunta si se ha mirado el contenedor: lo que se cierra sin mirar no cuenta ni como golpe ni como que no lo hubo. Una incidencia cerrada no se puede volver a abrir ni modificar: queda escrito quién la cerró y cuándo.',
          '«Mostrar aceleraciones» añade las columnas con la fuerza máxima y mínima en cada eje, medida en g; el apodo se queda a la vista. El detalle de la incidencia muestra la gráfica del golpe, el lugar y los golpes anteriores del mismo contenedor. El lugar se ve en el mapa o, si el lector no tiene coordenadas pero sí una ubicación, sobre el plano de la planta.',
          'Pulsa el apodo de un contenedor para ver sus eventos, y el icono de hoja junto a él para abrir su ficha. La lista se exporta a Excel y a PDF.',
        ],
      },
      ...trabajo,
    ],
  },
  {
    archivo: '5. Gráficos',
    titulo: 'Gráficos',
    secciones: [
      {
        titulo: 'Gráficos de la planta',
        ruta: '/graphics',
        quien: 'operario',
        texto: [
          'Los gráficos resumen cómo va la flota: cuántos contenedores hay en cada ubicación y estado, cuánto tiempo permanecen, y cuántos golpes se registran.',
          'Sobre cada gráfico, una frase dice en palabras lo que muestra. Los filtros de arriba eligen el periodo. Cada gráfico se puede ver también como tabla y guardar en un archivo.',
          'Los días son los de la planta, de medianoche a medianoche, también cuando cambia la hora.',
        ],
      },
    ],
  },
  {
    archivo: '6. Alta de dispositivos',
    titulo: 'Alta de dispositivos',
    secciones: [
      {
        titulo: 'Dar de alta con el código QR',
        ruta: '/PanelDisp',
        quien: 'operario',
        texto: [
          'Para dar de alta un contenedor, elige «Dar de alta contenedor» en la página Control y escanea el código QR de la etiqueta con la cámara. El navegador pide permiso para usarla la primera vez. También puedes escribir la MAC o el número de serie a mano.',
          'Una MAC son 12 cifras hexadecimales (0-9 y A-F), con dos puntos, con guiones o sin nada. Si lo que has escrito no lo es y puede ser un número de serie, Retorna pregunta «¿Es un número de serie?»: confirma solo si es lo que lleva el dispositivo. Lo demás no se guarda.',
          lista(
            'Apodo: el nombre. El de un contenedor son cifras, un guion y cifras, como 20014-1; un lector lleva el que quieras, como LEC-104.',
            'Tipo de dispositivo: SmartBle si no se elige otro; iBeacon para balizas y Reader para lectores.',
            'Estado: Activado o Desactivado.',
            'Etiqueta: un dato libre que ayuda a encontrarlo.',
            'Latitud y longitud: solo para lectores. Está en: dónde ves el contenedor, si quieres decirlo; Retorna aprende de ello.',
          ),
          'Al guardar aparece «¡Datos guardados correctamente!», arriba se lee «Todavía no oído» hasta que un lector lo oiga, y a los 2 segundos el formulario queda listo para el siguiente. Si el dispositivo ya existía, se muestran sus datos para cambiarlos.',
          'Los lectores solo los puede cambiar un administrador.',
          'Sin red, el registro queda en el equipo y se envía solo cuando vuelve; la pantalla enseña los que esperan y por qué se ha rechazado alguno. Cada uno espera a quien lo escribió, aunque le cambien el nombre de usuario, y caben 200 por persona. Si entre tanto alguien ha cambiado ese dispositivo, el registro no se guarda encima: se dice quién lo cambió, para que lo revises. Si el navegador no tiene sitio, lo dice y el formulario se queda como está.',
        ],
      },
      ...muelle,
      {
        titulo: 'Dar de alta muchos a la vez',
        ruta: '/poc-status',
        quien: 'admin',
        texto: [
          'Un administrador puede registrar o cambiar hasta 100.000 dispositivos con un archivo de Excel o CSV: en el inventario, pulsa «Importar». Vale también un Excel que Retorna exportó. La empresa es la del selector de arriba o, si no hay ninguna elegida, la suya.',
          lista(
            'La primera línea nombra las columnas: mac_serie y apodo, y si hacen falta tipo_dispositivo, estado, etiqueta, lat y lon. «Descargar una plantilla» da un archivo con todas.',
            'Vale cualquier separador (punto y coma, coma o tabulador), y lo que guarda Excel como CSV. Da formato de texto a la columna de la MAC antes de escribirla.',
            'Si hay números de serie en lugar de MAC, la comprobación dice en cuántas filas y pide que lo confirmes.',
            'Si la MAC ya está en la empresa, se cambian sus datos; una celda vacía deja lo que hay. Dos dispositivos pueden intercambiar sus apodos en un mismo archivo.',
          ),
          'Al elegir el archivo solo se comprueba: se lee cuántos dispositivos serían nuevos, cuáles cambiarían y qué celdas están mal, línea por línea. «Descargar los errores» las guarda en un CSV.',
          'Con errores, marca «Importar solo las filas sin errores» o corrige el archivo y elígelo otra vez. La importación se hace entera o no se hace: si se cancela o falla, no cambia nada.',
        ],
      },
    ],
  },
  {
    archivo: '7. Plano y Tabla MF',
    titulo: 'Plano de planta y Tabla MF',
    secciones: [
      {
        titulo: 'Plano de planta',
        ruta: '/special',
        quien: 'operario',
        texto: [
          'El plano está en el menú «Datos antiguos». Muestra la planta con sus ubicaciones, el recorrido de los contenedores y cuántos hay en cada una. Elige «Montaje Bruto» o «Montaje Final».',
          'Al pulsar una ubicación se abre el inventario con los contenedores que hay en ella.',
          'Una empresa nueva empieza sin ubicaciones. Un administrador elige cómo: «Añadir las mías» abre el plano vacío, para añadirlas una a una y poner su imagen; «Importar de un archivo» las lee de un Excel o un CSV con la columna nombre y, si se quiere, planta, grupo, x e y (su punto, en porcentaje del plano desde la izquierda y desde arriba), y dice antes qué cambiaría; «Crear las 11 ubicaciones» pone las de siempre. Con «Editar plano» las mueve, importa más, les pone nombre y lectores, añade o quita, y cambia la imagen del plano. «Deshacer» (Ctrl+Z) y «Rehacer» sirven para todo ello, también para lo ya guardado: posiciones, nombres, lectores e imagen. Solo eliminar una ubicación no se puede deshacer.',
        ],
      },
      {
        titulo: 'Tabla MF',
        ruta: '/Logistics',
        quien: 'operario',
        texto: [
          'La Tabla MF cuenta los contenedores de cada código LT en cada ubicación, con una fila de totales. Los colores de la cabecera agrupan las ubicaciones. Bajo una cifra se lee cuántos de ellos son dudosos o ya no dan señal, y en Diferencia cuántos están en ubicaciones sin columna.',
          'Pulsa un código LT para ver sus contenedores en el inventario, o una cifra para ver justo los que cuenta. La tabla se exporta a Excel. Un administrador importa el catálogo de códigos de un Excel o un CSV, que antes se comprueba.',
        ],
      },
    ],
  },
  {
    archivo: '8. Administración',
    titulo: 'Administración',
    secciones: [
      {
        titulo: 'Usuarios y empresas',
        ruta: '/admin/usuarios',
        quien: 'admin',
        texto: [
          'Solo quien administra ve la entrada Usuarios en el menú de su nombre. Abre la página Administración, con sus pestañas en tres grupos (Personas, Planta y Sistema); Ctrl+K lleva a cada una por su nombre. Desde ella se crean y cambian las cuentas, se desactiva a quien ya no debe entrar y se da un código a quien ha olvidado su contraseña. Cada cuenta tiene unos permisos, que se eligen al crearla o al editarla:',
          lista(
            'Solo lectura: ve todo lo de su empresa y no cambia nada. No se le ofrecen el alta, los apodos, los interruptores ni cerrar incidencias; puede buscar, escanear, exportar e imprimir.',
            'Usuario: además da de alta contenedores, cambia apodos y etiquetas, los activa y desactiva y revisa incidencias.',
            'Administrador de empresa: además administra la suya: usuarios, lectores, plano, ajustes, calendario, etapas, calibración y Tabla MF, y elimina dispositivos. No ve otras empresas ni crea administradores de todas.',
            'Administrador: administra todas las empresas, las crea y elige una con el selector de arriba; suyos son los manuales y la pestaña Seguridad.',
          ),
          'Un cambio de permisos vale al momento, también para quien está dentro: se le dice que sus permisos han cambiado.',
          'En Empresas, «Qué ve su gente» decide hasta dónde llega cada empresa: «Toda la aplicación»; «Solo el alta de dispositivos», que lleva cualquier otra pantalla al alta; o «Solo el alta, sin enlaces en la barra». No se puede dejar la instalación sin ningún administrador que llegue a esta pantalla.',
          'La auditoría guarda quién ha cambiado qué y cuándo. No se puede borrar.',
        ],
      },
      {
        titulo: 'Ajustes',
        ruta: '/admin/usuarios?pestana=ajustes',
        quien: 'admin',
        texto: [
          'En Usuarios, la pestaña Ajustes tiene los números con los que Retorna decide. Son de una empresa, valen desde que se guardan y quedan en la auditoría. Entre paréntesis van los valores habituales, a los que vuelve el botón «Valores habituales» antes de guardar.',
          'Vigilancia:',
          lista(
            'Posible tránsito (300 minutos): lo que puede callar un contenedor antes de darse por de viaje, y un lector antes de necesitar revisión.',
            'Posible extravío (4320 minutos, 3 días): lo que puede callar antes de darse por perdido. No puede ser menor que el anterior.',
            'Lector sin señal (10 minutos): lo que puede callar un lector. Sus contenedores no se dan por perdidos por eso.',
            'Batería baja (10 %): por debajo, el contenedor necesita revisión.',
          ),
          'Impactos y movimiento:',
          lista(
            'Impacto desde (2,5 g): la aceleración que ya es un golpe.',
            'Impacto desde, con picos (5 g): lo mismo para las etiquetas que envían los picos entre dos anuncios, que notan cada roce de la carretilla.',
            'Umbrales propios: los mismos dos números para una familia de contenedores, para las etiquetas de un fabricante (los seis primeros caracteres de su MAC) o para ambos a la vez. Debajo de cada uno se lee para cuántos contenedores vale; si a una etiqueta le valen varios, cuenta el más concreto.',
            'Ráfaga de impactos (10 s): los golpes más seguidos que esto son una sola incidencia.',
            'Impacto a la vista (120 s): cuánto tiempo se lee Impacto.',
            'Movimiento desde (0,08 g): el cambio entre dos muestras que ya es movimiento.',
            'Parado tras (120 s): sin movimiento durante ese tiempo, el contenedor está Parado.',
            'Reposo para la inclinación (0,1 g): solo se calcula la inclinación si la aceleración se aparta de 1 g menos que esto.',
          ),
        ],
      },
      {
        titulo: 'Ajustes de lugares, relojes y eventos',
        texto: [
          'Lugares y estancias:',
          lista(
            'Salida tras (20 minutos): si ningún lector oye el contenedor durante más tiempo, ha salido de donde estaba.',
            'Estancia desde (120 s): si está menos en un sitio, solo pasó por él.',
          ),
          'Relojes y eventos:',
          lista(
            'Reloj creíble (600 s): si la hora de un lector se aparta más de la nuestra, vale la hora de llegada.',
            'Evento al menos cada (300 s): aunque nada cambie, se guarda un evento con esta frecuencia.',
          ),
          'Antes de guardar, «Qué habría cambiado» prueba los números escritos con lo guardado de los últimos 7 días: cuántas incidencias, estancias, movimientos o avisos habría de más o de menos, y cuáles. «Al menos» avisa de que solo se guarda una parte de lo que haría falta. Nada se cambia.',
          'Cambia un número cada vez y mira unos días qué pasa: lo ya guardado no se vuelve a calcular, pero los estados de ahora y los gráficos siguen los plazos nuevos.',
        ],
      },
      calendario,
      etapas,
      calibracion,
      salud,
      ...programas,
      {
        titulo: 'Después del primer día',
        texto: [
          'El documento «Primeros pasos» lleva de la instalación vacía al primer contenedor en el mapa. Lo que sigue, en este orden:',
          lista(
            'En Usuarios, crea las empresas y las cuentas de las personas, cada una con sus permisos.',
            'En el plano de planta (menú «Datos antiguos»), añade las ubicaciones, una a una o de un archivo, y ponlas donde están. En la hoja de cada lector («Configurar»), elige la suya en la lista o en el plano.',
            'Si el plano tiene una imagen y al menos tres ubicaciones con lectores situados en el mapa que encajan con ella, la imagen se ve también bajo el mapa donde no hay mapa base. Un esquema que no está a escala no encaja y no se dibuja.',
            'Los demás lectores se añaden de uno en uno, o se importan de un archivo en Usuarios, Lectores.',
            'Importa el catálogo LT en la Tabla MF y los contenedores en el inventario, con archivos de Excel o CSV, o dalos de alta con el código QR.',
            'Mira «Vistos sin registrar»: lo que oyen los lectores, parece una etiqueta y nadie ha dado de alta (los teléfonos que pasan están aparte, en «De paso»); elige un lector, marca los que sean tuyos y regístralos de una vez. En «Cuarentena» quedan los mensajes que no se han podido leer; cuando la causa está resuelta (por ejemplo, ya has dado de alta el lector), «Reprocesar» los lee con la hora en que llegaron.',
          ),
          'Por http, sin certificado, todo funciona menos la cámara, instalar Retorna como aplicación y abrirla sin red.',
        ],
      },
      {
        titulo: 'Lectores y manuales',
        texto: [
          'Cada lector entra con una credencial propia. La clave se enseña una sola vez, al crearla: cópiala al lector en ese momento. Si se pierde, se crea otra en la hoja del lector («Configurar») y la anterior deja de valer. Si en la última hora se ha rechazado algo de un lector (una clave que no es la suya, la credencial de otro lector, un topic desconocido), la columna Credencial lo dice.',
          'La lista de lectores dice cuándo se oyó cada uno, cuántos mensajes ha enviado en el último minuto (0 si calla, una raya si nunca se ha oído) y cuántos dispositivos oye ahora. Un lector que se oye pero envía mucho menos que los demás suele tener mala red. Si su reloj se desvía más de lo que dicen los ajustes (lo habitual, 10 minutos), el desfase se ve en ámbar y sus horas no cuentan: vale la de llegada.',
          'En Manuales, los administradores pueden subir documentos PDF (hasta 100 MB) y vídeos MP4 (hasta 500 MB), crear carpetas, cambiar nombres, mover y eliminar. Lo que se sube lo puede leer cualquiera, incluso sin haber iniciado sesión: no subas documentos reservados.',
        ],
      },
    ],
  },
  {
    archivo: '9. Preguntas frecuentes',
    titulo: 'Preguntas frecuentes',
    secciones: [
      {
        titulo: 'Un contenedor no aparece',
        texto: [
          'Mira primero en el inventario, sin filtros: busca su apodo o su MAC. Si no está, todavía no se ha dado de alta. Si está como Desactivado, actívalo.',
          'Si está como Posible extravío o Posible tránsito, ningún lector lo oye: puede estar fuera de la planta, lejos de los lectores o sin pila. Sus últimos eventos dicen dónde se oyó por última vez.',
          'Si un lector está sin señal, sus contenedores conservan su último estado y un aviso nombra el lector. Comprueba que tiene corriente y red.',
        ],
      },
      {
        titulo: 'Datos y archivos',
        texto: [
          '¿Cada cuánto se actualiza la pantalla? Al momento, mientras el punto de arriba diga «En directo». Sin esa conexión se pide todo cada 60 segundos.',
          '¿Por qué no puedo borrar un dispositivo? Solo quien administra la empresa, o todas, puede eliminar dispositivos.',
          '¿Dónde están los datos de antes? El inventario antiguo, los estados, el plano y la Tabla MF están en el menú «Datos antiguos».',
          '¿Hay una forma rápida de conocer Retorna? Sí: en Manuales, carpeta Vídeos, «Recorrido por Retorna» enseña las pantallas en un minuto.',
          '¿Qué hora se muestra? La de la planta, aunque el equipo esté en otro país.',
        ],
      },
    ],
  },
  avisos,
  ciclo,
  pilas,
  recuentos,
]
