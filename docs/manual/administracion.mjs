// The manual's document for administrators; see contenido.mjs.

const lista = (...puntos) => ({ lista: puntos })

export const ADMINISTRACION = {
  archivo: '8. Administración',
  titulo: 'Administración',
  secciones: [
    {
      titulo: 'Usuarios y empresas',
      ruta: '/admin/usuarios',
      quien: 'admin',
      texto: [
        'Solo los administradores ven la entrada Usuarios en el menú de su nombre. Desde ella se crean y cambian las cuentas y las empresas, se desactiva a quien ya no debe entrar y se da un código a quien ha olvidado su contraseña.',
        'Cada usuario ve solo los dispositivos de su empresa. Los administradores ven todas y eligen una con el selector de arriba.',
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
          'Ráfaga de impactos (10 s): los golpes más seguidos que esto son una sola incidencia.',
          'Impacto a la vista (120 s): cuánto tiempo se lee Impacto.',
          'Movimiento desde (0,08 g): el cambio entre dos muestras que ya es movimiento.',
          'Parado tras (120 s): sin movimiento durante ese tiempo, el contenedor está Parado.',
          'Reposo para la inclinación (0,1 g): solo se calcula la inclinación si la aceleración se aparta de 1 g menos que esto.',
        ),
      ],
    },
    {
      titulo: 'Ajustes de lectores, relojes y eventos',
      texto: [
        'Qué lector tiene el contenedor:',
        lista(
          'Ventaja de señal (6 dB) y Ventaja durante (10 s): otro lector lo releva cuando lo oye así de mejor durante ese tiempo.',
          'Ventana de la señal (10 s): la señal de cada lector es la mediana de ese tiempo.',
          'Lector que lo pierde (60 s): quien no lo oye durante ese tiempo ya no lo tiene.',
        ),
        'Relojes y eventos:',
        lista(
          'Reloj creíble (600 s): si la hora de un lector se aparta más de la nuestra, vale la hora de llegada.',
          'Evento al menos cada (300 s): aunque nada cambie, se guarda un evento con esta frecuencia.',
        ),
        'Cambia un número cada vez y mira unos días qué pasa: lo ya guardado no se vuelve a calcular, pero los estados de ahora y los gráficos siguen los plazos nuevos.',
      ],
    },
    {
      titulo: 'Calibración',
      ruta: '/admin/usuarios?pestana=calibracion',
      quien: 'admin',
      texto: [
        'Un paseo de calibración enseña a Retorna cómo se oye un dispositivo en cada ubicación, también donde no hay lector. Es lo que más mejora los lugares, y basta con hacerlo una vez: si un lector se cambia de sitio, se repite solo cerca de él.',
        lista(
          'En Usuarios, Calibración, pulsa «Empezar paseo» con el teléfono y escribe o escanea el dispositivo que llevas. Uno que se anuncie cada pocos segundos aprende más.',
          'Ve a la ubicación que se pide, pulsa «Empezar 3:00» y recórrela despacio hasta que acabe el tiempo. La pantalla cuenta los anuncios y los lectores que los oyen.',
          'Sigue con la siguiente, sáltala o elige otra de la lista. Una ubicación que se ha oído poco se puede repetir.',
          '«Terminar paseo» guarda una versión nueva, con la que se ubica desde ese momento. Lo que se sabía de las ubicaciones no recorridas se conserva.',
        ),
        'Además, cada día Retorna aprende de las correcciones de las personas y de los contenedores que están sin duda en un lugar. Lo nuevo solo se usa si nombra las últimas correcciones (al menos 10) igual de bien o mejor; si no, queda en la lista con el motivo. «Volver a esta versión» recupera lo que se sabía antes.',
      ],
    },
    {
      titulo: 'El primer día',
      texto: [
        'Una instalación nueva está vacía: cada pantalla sin datos dice qué falta y lleva a hacerlo. Este orden funciona:',
        lista(
          'En Usuarios, crea las empresas y las cuentas de las personas.',
          'Da de alta cada lector como dispositivo de tipo Reader, con su latitud y longitud si ha de verse en el mapa. Su apodo puede ser un nombre, como LEC-104.',
          'En Usuarios, Lectores, emite su credencial y escríbela en el lector. «Último registro» dice que ya habla.',
          'En el plano de planta, crea las ubicaciones y pon cada lector en la suya.',
          'Importa el catálogo LT en la Tabla MF y los contenedores en el inventario, con archivos CSV, o dalos de alta con el código QR.',
          'Mira «Vistos sin registrar»: lo que oyen los lectores y nadie ha dado de alta. En «Cuarentena» quedan los mensajes que no se han podido leer; cuando la causa está resuelta (por ejemplo, ya has dado de alta el lector), «Reprocesar» los lee con la hora en que llegaron.',
        ),
        'Por http, sin certificado, todo funciona menos la cámara, instalar Retorna como aplicación y abrirla sin red.',
      ],
    },
    {
      titulo: 'Lectores y manuales',
      texto: [
        'Cada lector entra con una credencial propia. La clave se enseña una sola vez, al crearla: cópiala al lector en ese momento. Si se pierde, se crea otra y la anterior deja de valer. Si en la última hora se ha rechazado algo de un lector (una clave que no es la suya, la credencial de otro lector, un topic desconocido), la columna Credencial lo dice.',
        'La lista de lectores dice cuándo se oyó cada uno, cuántos mensajes ha enviado en el último minuto (0 si calla, una raya si nunca se ha oído) y cuántos dispositivos oye ahora. Un lector que se oye pero envía mucho menos que los demás suele tener mala red. Si su reloj se desvía más de lo que dicen los ajustes (lo habitual, 10 minutos), el desfase se ve en ámbar y sus horas no cuentan: vale la de llegada.',
        'En Manuales, los administradores pueden subir documentos PDF (hasta 100 MB) y vídeos MP4 (hasta 500 MB), crear carpetas, cambiar nombres, mover y eliminar. Lo que se sube lo puede leer cualquiera, incluso sin haber iniciado sesión: no subas documentos reservados.',
      ],
    },
  ],
}
