// The part of the manual about loops: stock, durations, stuck containers, and targets.

const lista = (...puntos) => ({ lista: puntos })

export const ciclo = {
  archivo: '11. Ciclo',
  titulo: 'Ciclo',
  secciones: [
    {
      titulo: 'El ciclo de un vistazo',
      ruta: '/ciclo',
      quien: 'operario',
      texto: [
        'Ciclo, en el menú de tu nombre, dibuja el camino que los contenedores recorren una y otra vez. Cada círculo es una etapa, tan grande como lo que hay ahora en ella; cada flecha, un paso, tan ancha como los contenedores que van por ella y con la parte que la sigue.',
        lista(
          'La mediana es lo que tarda la mitad; «90 % en» es lo que tarda todo menos el diez por ciento más lento. Son horas abiertas: por la noche, los fines de semana y los festivos del calendario no cuentan.',
          'Arriba están los que hay en el ciclo, los atascados, los que ya no se oyen, lo que dura una vuelta y cuántas salen al año.',
          'Pulsa cualquier cifra para ver los contenedores que cuenta. La lista tiene justo esos, y se lleva a Excel o PDF.',
          'Elige una familia para ver solo lo suyo. «Semana a semana» dice si la vuelta, o una etapa, va a más o a menos.',
        ),
        'Lo que hay ahora se cuenta al mirar. Lo que se tarda se mide cada hora con las últimas ocho semanas; la pantalla dice a qué hora. Con menos de 30 estancias acabadas pone «pocos datos».',
        '«Cobertura incompleta» en una etapa quiere decir que se ven menos contenedores de los que deberían por los que llegan y lo que tardan: los lectores que nombra pierden a algunos, y mientras tanto no se da ninguna cifra de ella.',
      ],
    },
    {
      titulo: 'Atascados',
      ruta: '/ciclo?vista=antiguedad&que=dentro',
      quien: 'operario',
      texto: [
        'Antigüedad pone delante a los que llevan más de lo que deben en su etapa: más que el plazo puesto y, si su familia tiene 30 estancias, más que lo que tarda el 95 % de ellas. Van por lo que cuestan; sin coste puesto, por las horas que llevan de más.',
        'No cuentan los que tienen un motivo conocido: los que esperan detrás de una avería, los desactivados y los que alguien ha dejado sin contar. Están en «Con motivo». Los que esperan a que alguien revise un daño sí cuentan: su estado lo dice y lleva a la incidencia.',
        'Marca uno o varios para:',
        lista(
          '«Lo miro yo», o elegir quién lo lleva. «Los llevo yo», en los filtros, deja solo los tuyos.',
          'Escribir una nota de lo que pasa.',
          '«No contar hasta…» un día. «Volver a contar» lo deshace.',
          '«Está en otro sitio», si has ido y no está: di dónde.',
        ),
        'Cuando el contenedor sale de la etapa, todo eso acaba solo. Queda en la auditoría.',
      ],
    },
    {
      titulo: 'Previsión',
      ruta: '/ciclo?vista=prevision',
      quien: 'operario',
      texto: [
        'Previsión dice cuántos contenedores habrá en cada etapa en las próximas 24 horas de trabajo: la línea es lo más probable y la banda, entre lo que estará 8 de cada 10 veces. La raya es el mínimo puesto en Metas. Delante están las que van a bajar de él, con la hora y la probabilidad. La franja roja de abajo dice, hora a hora, la probabilidad de haber bajado ya: puede ser alta aunque la banda apenas toque la raya, porque basta con que baje una vez.',
        'Pulsa una etapa para verla hora a hora y saber cuánto ha acertado: todas las previsiones se guardan, y cuando pasan sus horas se comparan con lo que vino. «Avisos» son las que avisaron de una falta.',
        lista(
          '«Sin previsión fiable»: en las últimas semanas no acertó más que suponer que nada cambia. No se da ninguna cifra.',
          '«Pocos datos»: han salido menos de 30 en ocho semanas. Las familias pequeñas van juntas en «las demás familias».',
        ),
        'Con una probabilidad del 43 % o más, o si ya hay menos del mínimo, se avisa una vez; y otra cuando ha pasado.',
      ],
    },
    {
      titulo: 'Metas',
      ruta: '/ciclo?vista=metas',
      quien: 'admin',
      texto: [
        'Quien administra la empresa pone a cada etapa su plazo en horas abiertas, y cuántos contenedores debe haber como mínimo, como objetivo y como máximo. Debajo de cada casilla está lo que propone su historia; «Usar lo propuesto» lo escribe.',
        'Sin familia elegida, mínimo, objetivo y máximo son de la etapa entera, entre todas las familias, y el plazo vale para las que no tengan el suyo. Con una elegida son solo de ella.',
        'El coste es lo que cuesta al día un contenedor parado. Si no lo pones, Retorna no inventa ningún euro.',
      ],
    },
  ],
}
