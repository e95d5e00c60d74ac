import { useMemo } from 'react'
import type { CuadroCiclo, EtapaCuadro } from '#contract/flujo/ciclos/cuadro'
import { VistasGuardadas } from '../../dominio/vistas/vistas-guardadas'
import { urlOf } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { BotonExportar } from '../../ui/exportar/boton-exportar'
import { Tabla } from '../../ui/tabla/tabla'
import type { Columna } from '../../ui/tabla/tipos'
import { tono } from '../../ui/theme/tono'
import type { Figura } from './busqueda'
import { EnlaceCifra } from './escalera'
import { entera, formatHoras, formatLimite, juicioOf, metaOf } from './textos'

type De = (f: Partial<Figura>) => Figura

const columnasOf = (figura: De, deFamilia: boolean): Columna<EtapaCuadro>[] => {
  const cuenta = (
    id: 'dentro' | 'atascados' | 'aparte' | 'callan',
    titulo: string,
    ancho: number,
  ): Columna<EtapaCuadro> => ({
    id,
    titulo,
    numerica: true,
    ancho,
    valor: (e) => e[id],
    celda: (e) =>
      e[id] > 0 ? (
        <EnlaceCifra figura={figura({ que: id, etapa: e.id })} nombre={`${titulo} en ${e.nombre}: ${e[id]}`}>
          {entera(e[id])}
        </EnlaceCifra>
      ) : (
        '0'
      ),
  })
  const horas = (
    id: string,
    titulo: string,
    valor: (e: EtapaCuadro) => number | null,
  ): Columna<EtapaCuadro> => ({
    id,
    titulo,
    numerica: true,
    ancho: 84,
    valor,
    celda: (e) => formatHoras(valor(e)),
  })
  const meta = (id: 'minimo' | 'objetivo' | 'maximo', titulo: string): Columna<EtapaCuadro> => ({
    id,
    titulo,
    numerica: true,
    ancho: 88,
    valor: (e) => metaOf(e)[id],
    celda: (e) => metaOf(e)[id] ?? '—',
  })
  return [
    { id: 'nombre', titulo: 'Etapa', titular: true, celda: (e) => e.nombre },
    cuenta('dentro', 'Ahora', 80),
    meta('minimo', 'Mínimo'),
    meta('objetivo', 'Objetivo'),
    meta('maximo', 'Máximo'),
    {
      id: 'juicio',
      titulo: 'Frente a su meta',
      ancho: 190,
      celda: (e) => {
        const j = juicioOf(e)
        return j ? <span style={{ color: tono(j.token), fontWeight: 550 }}>{j.texto}</span> : '—'
      },
    },
    cuenta('atascados', 'Atascados', 100),
    cuenta('aparte', 'Con motivo', 104),
    cuenta('callan', 'Ya no se oyen', 120),
    {
      id: 'n',
      titulo: 'Estancias',
      numerica: true,
      ancho: 96,
      valor: (e) => e.n,
      celda: (e) => (
        <EnlaceCifra
          figura={figura({ que: 'estancias', etapa: e.id })}
          nombre={`Estancias acabadas en ${e.nombre}: ${e.n}`}
        >
          {entera(e.n)}
        </EnlaceCifra>
      ),
    },
    horas('mediana', 'Mediana', (e) => e.mediana_h),
    horas('p90', '90 %', (e) => e.p90_h),
    horas('plazo', 'Plazo', (e) => metaOf(e).plazo_h),
    {
      id: 'limite',
      titulo: 'Atascado desde',
      numerica: true,
      ancho: 128,
      valor: (e) => e.limite_h,
      celda: (e) => (
        <span title={deFamilia ? formatLimite(e.limite_de) : 'Cada familia tiene el suyo: elige una'}>
          {formatHoras(e.limite_h)}
        </span>
      ),
    },
  ]
}

/** The stages with the figures of the picture, each with a link to its list. */
export function TablaEtapas({ ciclo, familia }: { ciclo: CuadroCiclo; familia: string | undefined }) {
  const columnas = useMemo(
    () => columnasOf((f) => ({ que: 'dentro', ciclo: ciclo.id, familia, ...f }), familia !== undefined),
    [ciclo.id, familia],
  )
  return (
    <Tabla
      etiqueta="Etapas del ciclo"
      columnas={columnas}
      filas={ciclo.etapas}
      idOf={(e) => String(e.id)}
      acciones={() => (
        <BotonExportar
          nombre="ciclo"
          urlOf={(formato) => urlOf(api.exportCuadro.path, undefined, { ciclo: ciclo.id, familia, formato })}
          vacio={ciclo.etapas.length === 0}
        />
      )}
      vistas={() => <VistasGuardadas pantalla="ciclo" consulta={{ ciclo: ciclo.id, familia }} />}
      vacio={null}
    />
  )
}
