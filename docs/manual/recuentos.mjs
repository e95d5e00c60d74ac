// The part of the manual about manual counts, compared with what Retorna shows.

const lista = (...puntos) => ({ lista: puntos })

export const recuentos = {
  archivo: '13. Recuentos',
  titulo: 'Recuentos',
  secciones: [
    {
      titulo: 'Contar un sitio',
      ruta: '/recuentos',
      quien: 'operario',
      texto: [
        'Un recuento compara lo que hay en un sitio con lo que Retorna espera encontrar. «Recuentos» está en el menú de tu nombre. «Nuevo recuento» pide una ubicación, o una familia de contenedores si se cuenta por toda la planta, y apunta en ese momento lo que se espera.',
        'Se cuenta con la cámara, que lee un código tras otro, escribiendo el código o con un lector que escribe, o pulsando «Está aquí» en la lista. De cada uno se dice al momento, con color, palabra y sonido:',
        lista(
          'Sitio correcto: se esperaba ahí.',
          'Otro sitio: Retorna lo tenía en otra ubicación, y dice en cuál.',
          'No esperado: Retorna no sabía dónde estaba, o no es de la familia que se cuenta.',
          'Código desconocido: nadie lo ha registrado. Queda apuntado, y «Foto» guarda una imagen de lo que hay: la que da en ese momento la cámara con la que se cuenta o, sin ella, una que se hace con el teléfono.',
          'Repetido: ya lo ha escaneado alguien, y dice quién. Cuenta una vez.',
        ),
        'Varias personas pueden contar lo mismo a la vez, cada una con su teléfono: basta con abrir el mismo recuento. «Quitar» retira un escaneo hecho por error.',
      ],
    },
    {
      titulo: 'Sin conexión',
      texto: [
        'Abre el recuento una vez con conexión. Después se puede contar sin ella: cada escaneo se guarda en el teléfono antes de decir nada de él, y no se pierde aunque el teléfono se apague. Arriba se lee cuántos quedan sin enviar. Las fotos se guardan y se envían igual.',
        'En cuanto hay conexión se envían solos, también si en ese momento se mira otra pantalla. Los mismos escaneos enviados dos veces no cuentan dos veces. Se envían con la cuenta de quien los hizo: si otra persona entra en el teléfono, esperan a que vuelva.',
      ],
    },
    {
      titulo: 'Terminar, y lo que falta',
      texto: [
        'Las listas dicen qué falta, qué sobra, qué códigos nadie conoce, qué se ha encontrado y qué se ha escaneado más de una vez. Cada fila tiene su botón:',
        lista(
          '«Está aquí», en un faltante, lo apunta como encontrado. En un recuento cerrado de una ubicación, que no cambia más, dice a Retorna que está allí.',
          '«Buscar», en un faltante, lo pone en búsqueda a tu nombre; se sigue en Pérdidas. Mientras se cuenta, solo si ningún lector lo oye. En un recuento cerrado, también si lo oyen donde faltó: la búsqueda termina cuando alguien lo escanea o dice dónde está, o cuando se oye en otro sitio.',
          '«Mover aquí», en un sobrante, dice a Retorna que está donde lo has visto. Si los lectores dicen claramente otra cosa, se pregunta antes. Se puede deshacer durante un minuto.',
          '«Registrar», en un desconocido, lleva al alta con su código.',
        ),
        'La foto de un desconocido se ve junto a su código, se abre en grande al pulsarla y va en el PDF; en Excel, una columna dice si la hay. Un recuento admite 100 fotos, una de cada escaneo, y ninguna más una vez cerrado. Para repetir una, quita el escaneo y vuelve a escanear.',
        '«Terminar» enseña lo que sale y cuándo ha enviado algo cada teléfono. Un recuento cerrado es un documento y no cambia nunca más: lo que un teléfono envía después se guarda aparte y no cuenta. Si se abrió por error, «Anular». Se exporta a Excel y a PDF.',
        'Quien administra la empresa puede pedir, en la misma pantalla, que cada recuento lo firme otra persona: ni quien lo abrió o lo cerró, ni quien escaneó en él. Si no queda nadie que pueda, el recuento lo dice. Uno con diferencias se puede firmar también sin que se pida.',
        'El estado «Por revisar» de la lista, y Hoy para Calidad, enseñan los que esperan la firma y los que tienen diferencias que nadie ha firmado ni vuelto a contar. Quien puede firmarlos recibe un aviso.',
      ],
    },
    {
      titulo: 'Lo que tiene un tercero',
      texto: [
        'Un recuento también puede ser de lo que tiene un tercero: espera todos los contenedores que el libro de custodia tiene en su cuenta, estén donde estén. Al cerrarlo, «Frente al libro» dice cuántos faltan y sobran, y cuántos estaban anotados sin nombre.',
        '«Anotar la diferencia en el libro» lo pone como dice el recuento, con la fecha del cierre y el recuento como documento: lo que falta sale de su cuenta, lo que sobra entra, y lo anotado sin nombre se cambia por lo contado. Cada una de esas líneas del extracto lleva al recuento, que es su prueba. «Deshacer lo anotado» añade otras líneas que las quitan; el recuento no cambia nunca.',
      ],
    },
    {
      titulo: 'El acuerdo con los lectores',
      texto: [
        'Cada recuento dice también cuánto aciertan los lectores: de los contenedores que el recuento o los lectores ponen en el sitio, en cuántos dicen lo mismo. Los que llegaron o salieron mientras se contaba no cuentan como desacuerdo, y los que ningún lector oye no se comparan. «Acuerdo» enseña ese porcentaje por ubicación y de recuento en recuento.',
      ],
    },
  ],
}
