/** Sections of the user manual. */
export const hoy = {
  titulo: 'Hoy: qué hacer y cómo va la semana',
  ruta: '/hoy?papel=calidad',
  quien: 'operario',
  texto: [
    'Hoy es la primera entrada de la barra. Dice, en siete líneas como mucho y lo peor primero, qué espera a que alguien lo haga: qué es, cuántos son, por qué, y un botón que lleva a donde se resuelve.',
    {
      lista: [
        'Arriba eliges para quién es: Planificación, Línea, Calidad, Dueño del parque, Sistemas de planta o Cliente. Retorna recuerda lo último que elegiste, y la dirección lo lleva: un enlace enseña lo mismo a otra persona, con lo que ella puede ver.',
        'El número de una línea abre la lista de la que salió, que tiene tantos como dice. El lugar o la familia de debajo, la misma lista solo de esa parte.',
        'Lo que tarda en contarse se cuenta cada minuto, y la línea dice a qué hora. La lista es de ahora mismo: puede llevarle un minuto de ventaja.',
        '«Hecho» aparta la línea para ti. Vuelve si el número crece, o al día siguiente. «Hechas (2)» las enseña y «Recuperar» las trae.',
        'Debajo, la semana: llegadas, salidas, vueltas, impactos, extravíos, recuperados y averías desde el lunes, frente al mismo tiempo de la semana pasada, con el lugar, la familia o el lector que explica más de la diferencia. Cada número abre su lista.',
        'Se imprime en una página y se exporta a Excel y a PDF.',
      ],
    },
    'Si prefieres empezar ahí, elige «Hoy» en tu Perfil, en «Al entrar». Un enlace que te hayan pasado sigue llevando a lo suyo.',
  ],
}

export const porQue = {
  titulo: '¿Por qué está aquí?',
  texto: [
    'En la ficha de un contenedor, «¿Por qué está aquí?» cuenta qué lo llevó a donde se dice que está, y cada línea lleva a sus eventos: la avería que haya abierta, su último movimiento, de dónde viene y cuánto tardó, adónde suelen ir desde ahí los de su familia (si se ha visto al menos diez veces en ocho semanas) y quién lo tuvo en la mano por última vez: quién dijo dónde está, le puso otra etiqueta o cambió sus datos.',
    'Debajo está cada cambio de lugar de los últimos 90 días: qué lectores lo oyeron y con cuánta señal, qué probabilidad tiene el lugar y cuál es el segundo.',
  ],
}
