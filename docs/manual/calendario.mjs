/** Sections of the user manual. */
export const calendario = {
  titulo: 'Calendario de la planta',
  ruta: '/admin/usuarios?pestana=calendario&empresa=1',
  quien: 'admin',
  texto: [
    'El calendario dice cuándo trabaja cada planta. Con él, la ficha de un contenedor dice cada estancia también en horas abiertas: «3 d 4 h · 26 h abiertas». Una noche, un domingo o un festivo no cuentan.',
    {
      lista: [
        'En Usuarios, Calendario, elige la empresa. «Todas las plantas sin el suyo» es el calendario de la empresa; una planta puede tener uno propio.',
        'Cada día tiene hasta cuatro turnos. Basta con escribir 6 o 630. Un turno que acaba antes de empezar acaba al día siguiente, como de 22:00 a 06:00; de 00:00 a 00:00 es el día entero. El botón de copiar pasa los turnos de un día al siguiente.',
        '«Añadir los de» un año propone sus festivos nacionales, los del País Vasco y Álava y el de Vitoria-Gasteiz. Compruébalos con el calendario laboral publicado y añade los cierres de la planta. Un turno que empieza en un festivo no se trabaja.',
      ],
    },
    'Cuando cambia la hora, el turno de noche cuenta una hora más o menos. Sin calendario, las duraciones solo se dicen en tiempo de reloj.',
  ],
}

export const etapas = {
  titulo: 'Etapas y ciclos',
  ruta: '/admin/usuarios?pestana=etapas&empresa=1',
  quien: 'admin',
  texto: [
    'Un ciclo es el camino que un contenedor recorre una y otra vez, y se compone de etapas: llenos, consumo, vacíos, de vuelta. Cada ubicación pertenece a una etapa, y la ficha del contenedor la dice junto a cada estancia.',
    {
      lista: [
        'La primera vez, «Proponer las etapas» las saca del grupo y del nombre de cada ubicación. Después se cambian los nombres, el orden y qué pasa en cada una.',
        'Las ubicaciones se eligen en su etapa. Una que estaba en otra se muda. Debajo se lee cuáles no tienen etapa.',
        '«Empieza la vuelta» dice en qué etapa empieza y acaba una vuelta completa.',
        'Las familias que van por otro camino tienen su propio ciclo. El que no nombra ninguna es el de todas las demás.',
      ],
    },
    'Nada cambia hasta pulsar «Guardar». Si otra persona ha guardado mientras tanto, se avisa y no se pierde lo suyo.',
  ],
}
