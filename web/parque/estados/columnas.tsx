import Box from '@mui/material/Box'
import { Link } from '@tanstack/react-router'
import { SIN_UBICACION } from '#contract/parque/dispositivos/inventario-values'
import type { CERTEZAS } from '#contract/parque/ubicaciones/lugar-values'
import type { FilaEstado } from '#contract/parque/ubicaciones/ubicaciones'
import type { Columna } from '../../ui/tabla/tipos'
import { LETRA_MONO } from '../../ui/theme/tokens'
import { tinte, tono } from '../../ui/theme/tono'

const apagado = { color: tono('muted') }

/**
 * @param mayor the largest count of all rows, which has the longest bar
 * @param familia the family that is counted; undefined: all
 */
export const columnasEstado = (mayor: number, familia: string | undefined): Columna<FilaEstado>[] => [
  {
    id: 'ubicacion',
    titulo: 'Ubicación',
    fija: true,
    ancho: 280,
    celda: (f) => (f.ubicacion === SIN_UBICACION ? <span style={apagado}>{f.ubicacion}</span> : f.ubicacion),
    valor: (f) => f.ubicacion,
  },
  {
    id: 'lector',
    titulo: 'Lector',
    ancho: 200,
    celda: (f) =>
      f.lector === null ? (
        <span style={apagado}>Sin lector</span>
      ) : (
        <span style={{ fontFamily: LETRA_MONO, fontSize: 12 }}>{f.lector}</span>
      ),
    valor: (f) => f.lector,
  },
  {
    id: 'n',
    titulo: 'Dispositivos',
    celda: (f) => <Cuenta f={f} mayor={mayor} familia={familia} />,
    valor: (f) => f.n,
  },
]

type PropsParte = {
  f: FilaEstado
  certeza: (typeof CERTEZAS)[number]
  texto: string
  /** The family that is counted; undefined: all. */
  familia: string | undefined
}

/** Devices of a row with an uncertain place, as a link to their list. */
function Parte({ f, certeza, texto, familia }: PropsParte) {
  return (
    <Link
      to="/poc-status"
      search={{ familia, ubicacion: f.ubicacion, visto_por: f.lector ?? undefined, certeza } as never}
      style={{ color: tono('brand') }}
      aria-label={`${texto} en ${f.ubicacion}, ${f.lector ?? 'sin lector'}`}
    >
      {texto}
    </Link>
  )
}

type PropsCuenta = { f: FilaEstado; mayor: number; familia: string | undefined }

function Cuenta({ f, mayor, familia }: PropsCuenta) {
  const { n, dudosos, sin_senal } = f
  const partes = [
    dudosos > 0 && {
      certeza: 'dudosa' as const,
      texto: dudosos === 1 ? '1 dudoso' : `${dudosos.toLocaleString('es')} dudosos`,
    },
    sin_senal > 0 && { certeza: 'sin_senal' as const, texto: `${sin_senal.toLocaleString('es')} sin señal` },
  ].filter((p) => p !== false)
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, maxWidth: 640, minWidth: 120 }}>
      <Box component="span" sx={{ minWidth: 48, textAlign: 'right', fontWeight: 550 }}>
        {n.toLocaleString('es')}
      </Box>
      <Box aria-hidden sx={{ flex: 1, display: { xs: 'none', sm: 'block' } }}>
        <Box
          sx={{ height: 8, borderRadius: 1, bgcolor: tinte('brand', 45) }}
          style={{ width: `${(n / mayor) * 100}%` }}
        />
      </Box>
      {/* The same width without a number, so that the bars of all rows have the same scale. */}
      <Box
        component="span"
        sx={{ fontSize: 12, display: 'flex', gap: 2, whiteSpace: 'nowrap', width: { sm: 160 } }}
      >
        {partes.map((p) => (
          <Parte key={p.certeza} f={f} familia={familia} {...p} />
        ))}
      </Box>
    </Box>
  )
}
