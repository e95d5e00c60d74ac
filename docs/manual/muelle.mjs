// The parts of the manual about work at the dock, and about incidents.

const lista = (...puntos) => ({ lista: puntos })

export const escanear = {
  titulo: 'Buscar escaneando',
  texto: [
    'En el teléfono, el botón redondo del centro de la barra de abajo abre la cámara. En el ordenador está en la búsqueda (Ctrl+K), a la derecha del campo.',
    'Vale cualquier etiqueta de Retorna, el código del propio contenedor y un QR o un código de barras con una MAC o un apodo. Se abre la ficha, y lo primero que dice es cuándo y dónde se ha visto por última vez y qué hacer.',
    'Si no está registrado, se dice así y se ofrece darlo de alta con esa MAC o escanear otra vez. Si la etiqueta la llevó antes otro contenedor, se dice cuál y hasta cuándo. Sin cámara, «Escribir a mano» lleva a la búsqueda.',
    'La etiqueta que se lee con la cámara del teléfono, fuera de Retorna, abre la ficha si ya has entrado, y si no, la vista pública.',
  ],
}

export const muelle = [
  {
    titulo: 'En el muelle, con la etiqueta en la mano',
    texto: [
      'Son tres toques y menos de diez segundos:',
      lista(
        'Pulsa el botón redondo de escanear y enfoca la etiqueta nueva.',
        'Como no está registrada, pulsa «Dar de alta con esta MAC». La cámara se abre sola: enfoca el código del contenedor. También vale al revés, primero el contenedor y luego la etiqueta.',
        'Pulsa «Guardar». Arriba se lee el contenedor con «Todavía no oído».',
      ),
      'En cuanto un lector lo oye, «Todavía no oído» pasa a verde y dice qué lector y cuándo, en el alta y en la ficha. Si en un minuto no cambia, acércalo a un lector; si sigue igual, la etiqueta está sin pila o rota.',
      'El alta está también en el menú de tu nombre y, en el teléfono, en el menú de arriba a la derecha.',
    ],
  },
  {
    titulo: 'Otra etiqueta para un contenedor',
    texto: [
      'En la ficha, pulsa «Cambiar etiqueta», escanea la nueva y confirma. Di qué pasa con la anterior: queda libre para otro contenedor, o está rota. La historia del contenedor sigue, y queda escrito quién la cambió y cuándo.',
      'Si al dar de alta se lee que el apodo ya lo tiene otro dispositivo, «Ponerle esta etiqueta» hace lo mismo sin salir de ahí.',
      'Durante un minuto se puede deshacer, solo quien lo ha hecho: el contenedor vuelve a llevar la etiqueta de antes y la nueva queda libre. Si alguien ha usado entre tanto la de antes, se dice y no se deshace.',
      'Una etiqueta marcada como rota no se registra sin más: se pregunta si vuelve a funcionar, y al usarla deja de estarlo. En Usuarios, Vistos sin registrar, se ve cuáles lo están.',
    ],
  },
]

export const trabajo = [
  {
    titulo: 'Las incidencias como trabajo',
    ruta: '/incidencias?ver=abiertas',
    quien: 'operario',
    texto: [
      'Junto al título se lee cuántas incidencias hay abiertas, de cualquier fecha; pulsa ese número para verlas todas. «Por fechas» vuelve a la lista de unos días.',
      lista(
        'Filtros: abiertas o cerradas, con o sin daño, ubicación, lector y pieza, que es el código LT del contenedor. Se quedan en la dirección de la página. «Las llevo yo» deja las tuyas.',
        'La lleva: en los detalles, o marcando varias filas, elige quién se encarga: tú u otra persona de la empresa.',
        'Nota: se escribe en los detalles o al cerrar, con su autor y su hora. No se borra.',
        'Cerrar varias: marca sus filas y pulsa «Cerrar las incidencias». Se confirma una vez, y se lee de cada una el contenedor, la hora y lo que va a guardarse.',
      ),
      '«Ranking» compara ubicaciones o lectores por impactos por cada 1.000 llegadas de contenedores, para que un sitio con mucho paso no parezca el peor solo por eso. El número de impactos lleva a la lista de esos mismos impactos. Con pocas llegadas el resultado dice poco: esos sitios van al final.',
    ],
  },
  {
    titulo: 'El aviso de incidencias',
    texto: [
      'Al entrar en el mapa, un aviso dice cuántas incidencias hay sin cerrar de los últimos 3 días y en cuántos contenedores. «Ver Incidencias» lleva a la lista. El aviso sale una vez por sesión.',
    ],
  },
]
