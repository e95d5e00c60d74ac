// Scenes of the film of the manual: an address, the element that shows that it has loaded, the subtitle, and the actions.

const filas = (p, nombre) => p.getByRole('grid', { name: nombre }).locator('tbody tr[data-id]')

/** A container with several past stays. */
async function contenedor(request) {
  const consulta =
    '/api/device_poc_status?page=1&per_page=50&posible_estado=Ubicado&tipo=SmartBle&familia=20014'
  for (const { Apodo } of (await (await request.get(consulta)).json()).data) {
    const ficha = await (await request.get(`/api/contenedores/${Apodo}`)).json()
    if (ficha.estancias.length >= 4) return `/contenedor/${Apodo}`
  }
  throw new Error('no container has moved')
}

export const ESCENAS = [
  {
    titulo: 'Mapa',
    ruta: '/',
    listo: (p) => p.locator('.marcador-caja button:not([inert])'),
    rotulo: 'Retorna dice dónde está cada contenedor retornable, ahora mismo.',
    async hacer({ pagina, mirar, decir, pulsar }) {
      await mirar(4)
      await decir('Pulsa un grupo para acercarte: la tabla enseña lo que se ve en el mapa.')
      await pulsar(
        pagina.getByRole('button', { name: /^Grupo de \d+ dispositivos en Almacén Lleno/ }).first(),
      )
      await mirar(4.5)
    },
  },
  {
    titulo: 'Ficha',
    ruta: contenedor,
    listo: (p) => p.getByRole('list', { name: 'Estancias' }).getByRole('listitem'),
    rotulo: 'La ficha de un contenedor: cómo está, dónde ha estado y cuánto tiempo.',
    async hacer({ pagina, mirar, decir, pulsar }) {
      await mirar(3.5)
      await decir('Su recorrido se puede reproducir paso a paso.')
      await pagina.getByRole('slider', { name: 'Momento del recorrido' }).press('Home')
      await pulsar(pagina.getByRole('button', { name: 'Reproducir el recorrido' }))
      await mirar(4.5)
    },
  },
  {
    titulo: 'Eventos',
    ruta: '/NewData',
    listo: (p) => p.getByRole('grid', { name: 'Eventos' }).locator('tbody tr td').filter({ hasText: /\d/ }),
    rotulo: 'Eventos: el historial de todo lo que han oído los lectores.',
    async hacer({ pagina, mirar, decir, pulsar }) {
      await mirar(3)
      await decir('Se filtra por apodo, lector, fecha o estado, y se exporta a Excel o PDF.')
      await pulsar(pagina.getByRole('combobox', { name: 'Estado' }))
      await mirar(0.6)
      await pulsar(pagina.getByRole('option', { name: 'Impacto' }))
      await mirar(3)
    },
  },
  {
    titulo: 'Incidencias',
    ruta: '/incidencias',
    listo: (p) => filas(p, 'Incidencias recientes'),
    rotulo: 'Cada impacto abre una incidencia para que alguien la revise.',
    async hacer({ pagina, mirar, decir, pulsar }) {
      await mirar(2.5)
      await pulsar(pagina.getByRole('button', { name: /^Detalles de / }).first())
      await decir('Con la fuerza del golpe, el lugar y la aceleración medida.')
      await mirar(5)
    },
  },
  {
    titulo: 'Inventario',
    ruta: '/poc-status?tipo=SmartBle',
    listo: (p) => filas(p, /^Inventario/),
    rotulo: 'Inventario: filtra, cambia varios a la vez e imprime sus etiquetas QR.',
    async hacer({ pagina, mirar, pulsar }) {
      await mirar(2.5)
      for (const i of [0, 1, 2])
        await pulsar(
          filas(pagina, /^Inventario/)
            .nth(i)
            .getByRole('checkbox'),
        )
      await pulsar(pagina.getByRole('button', { name: 'Etiquetas QR' }))
      await mirar(3)
    },
  },
  {
    titulo: 'Plano',
    ruta: '/special',
    listo: (p) => p.getByRole('button', { name: /contenedores$/ }),
    rotulo: 'Plano de planta: cuántos contenedores hay en cada lugar, al momento.',
    async hacer({ pagina, mirar, decir, pulsar }) {
      await mirar(3)
      await decir('Pulsa un lugar para ver los que están en él.')
      await pulsar(pagina.getByRole('button', { name: /^Almacén Lleno: / }))
      await filas(pagina, /^Inventario/)
        .first()
        .waitFor()
      await mirar(3.5)
    },
  },
  {
    titulo: 'Gráficos',
    ruta: '/graphics',
    listo: (p) => p.getByRole('img', { name: 'Gráfico: Impactos por día' }).locator('svg'),
    rotulo: 'Gráficos: ciclos, estancias, impactos y baterías de los últimos meses.',
    async hacer({ pagina, mirar, decir }) {
      await mirar(3)
      await pagina.mouse.move(640, 400)
      for (let i = 0; i < 12; i++) {
        await pagina.mouse.wheel(0, 60)
        await mirar(0.12)
      }
      await mirar(2.5)
      await decir('¿Dudas? En Manuales está la guía completa, con buscador.')
      await mirar(3)
    },
  },
]
