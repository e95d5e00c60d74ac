import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type FichaContenedor, getContenedor } from '#contract/oir/contenedores/contenedores'
import { refuse } from '../../testing/answers'
import { openApp } from '../../testing/open-app'
import { emptyAnswers, leastOf } from '../../testing/sample'
import { press } from '../../testing/steps'

const PLACE = 'Almacén Lleno o Descarga Llenos'

test('a place in doubt is told so by what is now, by the stay that goes on, and by the way', async () => {
  const told = { Ubicacion: 'Almacén Lleno', Lugar: PLACE, Situacion: 'en_sitio', Certeza: 0.58 } as const
  const least = leastOf(getContenedor.response) as FichaContenedor
  const desde = new Date(Date.now() - 7_200_000).toISOString()
  const place = { planta: '', grupo: 'llenos', nodo_x: 0.5, nodo_y: 0.5, lectores: [] }
  const answers = emptyAnswers({
    getContenedor: () => ({
      ...least,
      dispositivo: {
        ...least.dispositivo,
        ...told,
        Apodo: '20014-1',
        Dispositivo: 'AC0000000001',
        empresa: 1,
        UltimoRegistro: desde,
      },
      estancias: [
        {
          ...told,
          ApodoLector: 'LEC-1',
          lectores: ['LEC-1'],
          desde,
          hasta: null,
          silencio: false,
          Etapa: null,
          minutos_abiertos: null,
          Lat: null,
          Lon: null,
        },
      ],
    }),
    getPerdidaOf: () => refuse({ status: 404, error: 'Nada.' }),
    listUbicaciones: () => ({
      empresa: 1,
      nombre_empresa: 'Vitoria',
      version: '1',
      data: [{ id: 1, nombre: 'Almacén Lleno', ...place }],
      imagen: null,
    }),
  })
  await openApp('/contenedor/20014-1', { answers })
  const way = page.getByRole('region', { name: 'Recorrido' }).getByRole('status')
  for (const where of [
    page.getByRole('region', { name: 'Ahora' }),
    page.getByRole('list', { name: 'Estancias' }).getByRole('listitem').first(),
    way.filter({ hasText: PLACE }),
  ])
    await expect.element(where).toMatchTextContent(`${PLACE} · 58 % seguro`)
  await press('En el plano')
  await expect.element(page.getByLabelText(`Plano del recorrido: ${PLACE}`)).toMatchTextContent(PLACE)
})
