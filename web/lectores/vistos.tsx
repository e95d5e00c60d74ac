import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { listVistos } from '#contract/lecturas'
import { UltimoAcceso } from '../administracion/ultimo-acceso'
import { usePaginas } from '../administracion/use-paginas'
import { EnlaceBoton } from '../barra/enlaces'
import { useEmpresa } from '../lib/empresa'
import { EstadoVacio } from '../ui/estado-vacio'
import { Tabla } from '../ui/tabla/tabla'
import type { Columna } from '../ui/tabla/tipos'
import { LETRA_MONO } from '../ui/tokens'
import { vistosQuery } from './queries'

type Visto = z.output<(typeof listVistos)['response']>[number]

const idDe = (v: Visto) => v.mac

const COLUMNAS: Columna<Visto>[] = [
  {
    id: 'mac',
    titulo: 'MAC',
    fija: true,
    titular: true,
    valor: (v) => v.mac,
    celda: (v) => <span style={{ fontFamily: LETRA_MONO, fontSize: 12 }}>{v.mac}</span>,
  },
  {
    id: 'ultima',
    titulo: 'Última vez',
    ancho: 128,
    valor: (v) => Date.parse(v.ultima),
    celda: (v) => <UltimoAcceso iso={v.ultima} />,
  },
  {
    id: 'primera',
    titulo: 'Primera vez',
    ancho: 128,
    valor: (v) => Date.parse(v.primera),
    celda: (v) => <UltimoAcceso iso={v.primera} />,
  },
  {
    id: 'veces',
    titulo: 'Veces',
    ancho: 96,
    numerica: true,
    valor: (v) => v.veces,
    celda: (v) => v.veces.toLocaleString('es'),
  },
  {
    id: 'ApodoLector',
    titulo: 'Visto por',
    ancho: 160,
    valor: (v) => v.ApodoLector,
    celda: (v) => v.ApodoLector ?? '—',
  },
  {
    id: 'rssi',
    titulo: 'Señal (dBm)',
    ancho: 112,
    numerica: true,
    valor: (v) => v.rssi,
    celda: (v) => v.rssi ?? '—',
  },
  {
    id: 'aleatoria',
    titulo: 'Dirección',
    ancho: 128,
    valor: (v) => v.aleatoria,
    // A telephone changes it every quarter of an hour: it is hardly a container.
    celda: (v) => (v.aleatoria ? 'Aleatoria' : 'Fija'),
  },
  {
    id: 'registrar',
    titulo: 'Registrar',
    sinTitulo: true,
    fija: true,
    ancho: 120,
    celda: (v) => (
      <EnlaceBoton
        to="/PanelDisp"
        search={{ mac: v.mac }}
        size="small"
        variant="outlined"
        aria-label={`Registrar ${v.mac}`}
      >
        Registrar
      </EnlaceBoton>
    ),
  },
]

export function Vistos({ selector }: { selector: ReactNode }) {
  const paginas = usePaginas()
  const consulta = useQuery(vistosQuery(useEmpresa()))
  return (
    <Tabla
      etiqueta="Vistos sin registrar"
      clave="admin-vistos"
      titulo={selector}
      columnas={COLUMNAS}
      filas={consulta.data}
      idDe={idDe}
      ordenInicial={{ columna: 'ultima', sentido: 'desc' }}
      {...paginas}
      error={
        consulta.error && !consulta.data
          ? `No se han podido cargar los dispositivos vistos. ${consulta.error.message}`
          : undefined
      }
      onRetry={() => void consulta.refetch()}
      vacio={
        <EstadoVacio
          texto="No hay dispositivos sin registrar"
          ayuda="Aquí aparece lo que oyen los lectores y nadie ha dado de alta."
        />
      }
    />
  )
}
