// Extracts the built-in base map from es-atlas and world-atlas: node scripts/build-base-offline.mjs
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { feature } from 'topojson-client'

const require = createRequire(import.meta.url)
const read = (name) => JSON.parse(readFileSync(require.resolve(name), 'utf8'))

/** Vitoria-Gasteiz; municipalities within this distance keep their outline and name. */
const CENTRO = [-2.6727, 42.8467]
const RADIO_KM = 75

/** The given objects of a topology, with only the arcs that they use. */
function prune(topology, objects) {
  const used = new Map()
  const renumber = (arcs) =>
    arcs.map((a) => {
      if (Array.isArray(a)) return renumber(a)
      const own = a < 0 ? ~a : a
      if (!used.has(own)) used.set(own, used.size)
      return a < 0 ? ~used.get(own) : used.get(own)
    })
  const kept = Object.fromEntries(
    Object.entries(objects).map(([name, geometries]) => [
      name,
      {
        type: 'GeometryCollection',
        geometries: geometries
          .filter((g) => g.arcs)
          .map((g) => ({ type: g.type, arcs: renumber(g.arcs), properties: g.properties })),
      },
    ]),
  )
  return {
    type: 'Topology',
    transform: topology.transform,
    objects: kept,
    arcs: [...used.keys()].map((i) => topology.arcs[i]),
  }
}

const ringArea = (ring) =>
  ring.reduce((sum, [x, y], i) => {
    const [nx, ny] = ring[(i + 1) % ring.length]
    return sum + x * ny - nx * y
  }, 0) / 2

/** Centroid of the largest ring, where the name is placed. */
function labelPoint(topology, geometry) {
  const { coordinates, type } = feature(topology, geometry).geometry
  const rings = (type === 'Polygon' ? [coordinates] : coordinates).map((polygon) => polygon[0])
  const ring = rings.sort((a, b) => Math.abs(ringArea(b)) - Math.abs(ringArea(a)))[0]
  const area = ringArea(ring)
  const sum = ring.reduce(
    ([cx, cy], [x, y], i) => {
      const [nx, ny] = ring[(i + 1) % ring.length]
      const cross = x * ny - nx * y
      return [cx + (x + nx) * cross, cy + (y + ny) * cross]
    },
    [0, 0],
  )
  return { punto: sum.map((v) => Number((v / (6 * area)).toFixed(4))), area: Math.abs(area) }
}

const distanceKm = ([lon, lat]) =>
  Math.hypot((lon - CENTRO[0]) * 111.3 * Math.cos((CENTRO[1] * Math.PI) / 180), (lat - CENTRO[1]) * 111.3)

const named = (topology, geometry, n) => {
  const { punto, area } = labelPoint(topology, geometry)
  return { ...geometry, properties: { n, p: punto, a: Number(area.toFixed(4)) } }
}

const provinces = read('es-atlas/es/provinces.json')
const provincias = prune(provinces, {
  provincias: provinces.objects.provinces.geometries
    .filter((g) => g.arcs && !g.properties.name.startsWith('Gibraltar'))
    .map((g) => named(provinces, g, g.properties.name)),
})

const all = read('es-atlas/es/municipalities.json')
const municipios = prune(all, {
  municipios: all.objects.municipalities.geometries
    .filter((g) => g.arcs?.length)
    .map((g) => named(all, g, g.properties.name))
    .filter((g) => distanceKm(g.properties.p) < RADIO_KM)
    .map((g) =>
      // The municipality is much larger than its city, so the label is placed at the city.
      g.properties.n === 'Vitoria-Gasteiz' ? { ...g, properties: { ...g.properties, p: CENTRO } } : g,
    ),
})

/** Neighbours in detail, the rest of the world simplified; Spain comes from es-atlas. */
const VECINOS = ['620', '250', '020', '504', '012', '292', '826', '372', '380', '756', '056', '276']
const near = read('world-atlas/countries-50m.json')
const far = read('world-atlas/countries-110m.json')
const bare = (g) => ({ ...g, properties: undefined })
const vecinos = prune(near, {
  paises: near.objects.countries.geometries.filter((g) => VECINOS.includes(g.id)).map(bare),
})
const mundo = prune(far, {
  paises: far.objects.countries.geometries.filter((g) => ![...VECINOS, '724'].includes(g.id)).map(bare),
})

writeFileSync(
  new URL('../web/ui/mapa/base-offline.topojson', import.meta.url),
  `${JSON.stringify({ provincias, municipios, vecinos, mundo })}\n`,
)
console.log(
  `provincias ${provincias.objects.provincias.geometries.length}, municipios ${municipios.objects.municipios.geometries.length}`,
)
