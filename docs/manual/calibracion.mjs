/** A section of the user manual. */
export const calibracion = {
  titulo: 'Calibración',
  ruta: '/admin/usuarios?pestana=calibracion&empresa=1',
  quien: 'admin',
  texto: [
    'Un paseo de calibración enseña a Retorna cómo se oye un dispositivo en cada ubicación, también donde no hay lector. Es lo que más mejora los lugares, y no hace falta repetirlo a menudo: si un lector se cambia de sitio, se repite solo cerca de él.',
    {
      lista: [
        'En Usuarios, Calibración, pulsa «Empezar paseo» con el teléfono y escribe o escanea el dispositivo que llevas. Uno que se anuncie cada pocos segundos aprende más.',
        'Ve a la ubicación que se pide, pulsa «Empezar 3:00» y recórrela despacio, girando el dispositivo, hasta que acabe el tiempo. La pantalla cuenta los anuncios y los lectores que los oyen.',
        'Sigue con la siguiente, sáltala o elige otra de la lista. Una ubicación que se ha oído poco se puede repetir.',
        '«Terminar paseo» guarda una versión nueva, con la que se ubica desde ese momento. Lo que se sabía de las ubicaciones no recorridas se conserva.',
      ],
    },
    'Además, cada día Retorna aprende de las correcciones de las personas y de los contenedores que están sin duda en un lugar. Lo nuevo solo se usa si nombra las últimas correcciones (al menos 10) igual de bien o mejor; si no, queda en la lista con el motivo. «Volver a esta versión» recupera lo que se sabía antes; no la ofrece una versión que no se ha usado nunca.',
    '«Cómo ubica» dice qué formas de reconocer un lugar usa Retorna: los puntos del paseo, cada lugar en conjunto o solo los lectores. Las prueba con trozos de los paseos y correcciones que no había aprendido, y da más peso a la que más acierta en la planta. Lo vuelve a decidir con cada paseo y con las correcciones de cada día.',
    'Los niveles de un paseo envejecen: cada mes pesan algo menos. Si lo que se oye ya no se parece a lo aprendido, el lugar pasa al principio de la lista con «Ya no se oye como en el paseo: conviene repetirlo».',
  ],
}
