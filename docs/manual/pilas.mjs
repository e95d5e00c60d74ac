// The part of the manual about the upkeep and the losses of the pool: batteries and lost containers.

const lista = (...puntos) => ({ lista: puntos })

export const pilas = {
  archivo: '12. Pilas y pérdidas',
  titulo: 'Pilas y pérdidas',
  secciones: [
    {
      titulo: 'Qué pilas hay que cambiar',
      ruta: '/pilas',
      quien: 'operario',
      texto: [
        'Pilas, en el menú de tu nombre, dice de cada etiqueta cuándo hay que cambiarle la pila y por qué. No da fechas: la tensión de una pila se mantiene casi hasta el final y entonces cae de golpe, y el frío la baja un diez por ciento.',
        lista(
          'Ya: a la hora más cálida del día da menos de 2,5 V, o el porcentaje que dice la etiqueta es bajo, o se ha reiniciado sola.',
          'Este mes: su tensión cae desde hace semanas, y a ese paso se acaba antes de 60 días. O por la edad de su pila: de las de su modelo que llegaron a esa edad, al menos el 10 % acabó en los 30 días siguientes. Si la etiqueta dice su tensión y no cae, hace falta el 50 %.',
          'Sin prisa: se cambió hace poco, o a su edad las de su modelo aguantan.',
          'No se sabe: no consta cuándo se le cambió, o de su modelo se conocen menos de 20 pilas acabadas. El motivo lo dice.',
        ),
        'Las edades se aprenden de los cambios que se anotan: cuantos más haya, menos etiquetas quedan en «No se sabe». Para anotar cambios pasados, marca las etiquetas, «Pila cambiada» y elige el día.',
        '«Lo aprendido» dice de cada modelo de etiqueta cuántos días dura la mitad de sus pilas, entre qué días está ese número nueve de cada diez veces, y en cuántas pilas se apoya: las que acabaron, las que se cambiaron antes y las que siguen. Con menos de 20 acabadas pone «Aún sin datos». Los números de etiquetas llevan a su lista.',
        'Si una etiqueta vuelve con mucha más tensión que antes, Retorna pregunta si se le cambió la pila. «Responder» las enseña: di que sí, con el día, o que no. En el primer minuto se puede deshacer.',
        'Cada cifra lleva a sus etiquetas. La lista se exporta a Excel o PDF, y sus filtros se guardan en «Vistas».',
      ],
    },
    {
      titulo: 'La ronda, con el teléfono',
      ruta: '/pilas/ronda',
      quien: 'operario',
      texto: [
        '«Ronda» pone las etiquetas de «Ya» y «Este mes» por lugares, en el orden de un camino corto por el plano. «Empezar en» lo ordena desde donde estás. Los lugares que no están en el plano van después, y al final las etiquetas que nadie sabe dónde están.',
        lista(
          'Cambia la pila y escanea el código de la etiqueta o del contenedor: con eso queda anotada, y su edad empieza de nuevo. También vale escribir el apodo o pulsar «Cambiada».',
          'Si te equivocas, «Deshacer» en el aviso lo quita.',
          'Una etiqueta que no estaba en la ronda se anota igual.',
          'Sin cobertura se sigue igual: los cambios quedan en el teléfono, aunque se cierre la página, y se envían solos cuando vuelve la conexión. Cada uno cuenta una sola vez.',
        ),
      ],
    },
    {
      titulo: 'Pérdidas',
      ruta: '/perdidas',
      quien: 'operario',
      texto: [
        'Pérdidas pone en una escalera los contenedores que ningún lector oye: sin ver, posible extravío, en búsqueda, propuesta de baja, pérdida declarada y dado de baja. Los cuatro primeros peldaños se suben por el tiempo sin oírlos; declarar y dar de baja, siempre una persona. Mientras dura una avería que explica el silencio, nadie sube. Un contenedor que se oyó alguna vez está siempre en un peldaño, y en uno solo; los dados de alta que nadie ha oído nunca no están en ninguno: debajo de los peldaños pone cuántos son y lleva a ellos.',
        'Un contenedor pasa a en búsqueda a los 7 días sin oírlo y a propuesta de baja a los 30, o más tarde si el plazo de posible extravío de la empresa es más largo. Los días enteros que el calendario cierra la planta donde se oyó por última vez no cuentan para esos dos peldaños: si la planta cierra 21 días en agosto, lo que calló el primero no se propone nueve días después de abrir, sino a los 30. Los fines de semana y las noches sí cuentan, y sin calendario cuenta todo. Sin ver y posible extravío van siempre por el reloj.',
        lista(
          'Cada peldaño dice cuántos hay y lo que valen. Púlsalo para ver la lista.',
          'Marca contenedores para ponerlos en búsqueda, con quién los busca, proponer la baja o declararlos perdidos. Dar de baja es de quien administra.',
          'Quien administra elige en «Quién busca» a una persona de la empresa: lo que llega a en búsqueda por el tiempo sin oírlo es suyo, y recibe un aviso por todo lo que llega a la vez. «Lo busca» dice quién y dónde: «búscalo en», con el lugar donde se oyó por última vez.',
          'Si no hay nadie, o la persona ya no está, pone «Sin responsable». «Lo busco yo» lo toma con un clic, y pulsando el nombre se da a otra persona. «Quién busca», en los filtros, enseña los que buscas tú o los que no busca nadie, y Hoy los cuenta.',
          'De los que llegan a propuesta de baja se avisa a quien puede decidir.',
          'Si un lector vuelve a oír un contenedor, sale solo de la escalera. Lo que se dijo de él queda escrito.',
          '«Probabilidad de volver» dice, de los silencios pasados que duraron lo mismo en la misma etapa (o, si son pocos, en toda la empresa), cuántos acabaron oyéndose otra vez, y de cuántos lo sabe. Con menos de 50 pone «No se sabe». «Pérdida esperada» es el precio por la probabilidad de que no vuelva. Los silencios que explica una avería no cuentan.',
          'Quien administra pone en «Precios» lo que cuesta un contenedor de cada familia desde un día. Cada uno vale el precio del día en que dejó de verse. «Importar de un archivo» los lee de un Excel o CSV con familia, desde y precio: primero enseña qué cambia y qué líneas tienen errores. Como en todo Retorna, los números se escriben con coma para los decimales; el punto separa los millares (1.500 son mil quinientos), y si algo puede leerse de dos maneras (1.50), se pregunta.',
          'La ficha de un contenedor que no se ve dice dónde se oyó por última vez y qué otros salieron de allí con él, en los diez minutos de antes o después, y cuáles se han vuelto a oír. En la lista, «Salieron con él» dice cuántos son («Con 5 más», o «Solo») y los abre sin salir de ella.',
          '«Merma al año» compara los declarados perdidos que no se han vuelto a oír con los que había de media: los de la familia en el parque, los que estaban en la etapa donde se oyeron por última vez, o los que el libro tenía en la cuenta del tercero. Entre paréntesis va entre qué valores está nueve de cada diez veces; con menos de 30 contenedores-año pone «pocos datos». Por etapa o tercero dice también cuántos se pierden por cada 1.000 llegadas o envíos. Cada número lleva a sus contenedores. De un año incompleto dice desde cuándo es, sin extrapolarlo; lo que había de media se cuenta cada día.',
        ),
      ],
    },
  ],
}
