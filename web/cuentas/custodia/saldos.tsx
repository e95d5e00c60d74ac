import { useMemo } from 'react'
import type { Saldo } from '#contract/cuentas/custodia/custodia'
import { COLUMNAS_SALDO, PARQUE_PROPIO } from '#contract/cuentas/custodia/values'
import { COLUMNA_EMPRESA } from '#contract/values/exportar'
import { useColumnaEmpresa } from '../../dominio/columna-empresa'
import { withColumns } from '../../dominio/list-screen/columns'
import { ListScreen } from '../../dominio/list-screen/list-screen'
import { api } from '../../lib/api/llamadas'
import { entero, formatEuros } from '../../lib/formato'
import { corteOf } from '../../lib/lista'
import { useEmpresa } from '../../lib/session/empresa'
import type { Columna } from '../../ui/tabla/tipos'
import { BotonCelda } from './boton-celda'
import { DE_VISTA, TAMANOS } from './busqueda'
import { FiltroTercero } from './filtro-tercero'
import type { PropsVista } from './vista'

type Fila = Pick<Saldo, 'empresa' | 'tercero'> & Saldo['familias'][number] & { id: string }

const EN_FICHERO: readonly string[] = [...COLUMNAS_SALDO, COLUMNA_EMPRESA]

/** Balances by family and partner; a number links to the containers behind it. */
export function Saldos({ cabecera, saldos, consulta, busqueda, change, deTercero }: PropsVista) {
  const { tercero, orden, sentido } = busqueda
  const empresa = useEmpresa()
  const filtros = useMemo(() => ({ tercero, orden, sentido, empresa }), [tercero, orden, sentido, empresa])
  const filas = useMemo(
    () =>
      saldos?.flatMap((s): Fila[] =>
        tercero !== undefined && s.tercero?.id !== tercero
          ? []
          : s.familias.map((f) => ({
              id: `${s.empresa} ${s.tercero?.id} ${f.familia}`,
              empresa: s.empresa,
              tercero: s.tercero,
              ...f,
            })),
      ),
    [saldos, tercero],
  )
  const deEmpresa = useColumnaEmpresa<Fila>()
  const columnas = useMemo((): Columna<Fila>[] => {
    const go = (vista: 'contenedores' | 'extracto', f: Fila) =>
      void change({ ...DE_VISTA, vista, tercero: f.tercero?.id, familia: f.familia || undefined })
    return [
      {
        id: 'tercero',
        titulo: 'Tercero',
        titular: true,
        fija: true,
        ancho: 200,
        valor: (f) => f.tercero?.nombre,
        celda: (f) => f.tercero?.nombre ?? PARQUE_PROPIO,
      },
      {
        id: 'familia',
        titulo: 'Familia',
        ancho: 110,
        valor: (f) => f.familia || null,
        celda: (f) => f.familia || '—',
      },
      {
        id: 'contenedores',
        titulo: 'Contenedores',
        numerica: true,
        ancho: 120,
        valor: (f) => f.n,
        celda: (f) => (
          <BotonCelda type="button" title="Ver los contenedores" onClick={() => go('contenedores', f)}>
            {entero(f.n)}
          </BotonCelda>
        ),
      },
      ...(deTercero
        ? []
        : [
            {
              id: 'valor',
              titulo: 'Valor hoy',
              numerica: true,
              ancho: 130,
              valor: (f: Fila) => f.centimos,
              celda: (f: Fila) => (f.centimos === null ? 'Sin precio' : formatEuros(f.centimos)),
            },
          ]),
      ...deEmpresa,
      {
        id: 'extracto',
        titulo: 'Extracto',
        ancho: 110,
        celda: (f) =>
          f.tercero && (
            <BotonCelda type="button" onClick={() => go('extracto', f)}>
              Ver extracto
            </BotonCelda>
          ),
      },
    ]
  }, [change, deTercero, deEmpresa])
  return (
    <ListScreen
      etiqueta="Saldos"
      clave="custodia-saldos"
      titulo="Custodia"
      tras={<FiltroTercero saldos={saldos} tercero={tercero} change={change} />}
      consulta={consulta}
      fichero={{
        pantalla: deTercero ? undefined : 'saldos',
        nombre: 'saldos',
        path: api.exportSaldos.path,
        consultaOf: withColumns(filtros, EN_FICHERO),
        vacio: !filas?.length,
      }}
      filtros={cabecera}
      columnas={columnas}
      filas={filas}
      idOf={(f) => f.id}
      tamanos={TAMANOS}
      vista={String(tercero)}
      {...corteOf(busqueda, change)}
      onClear={tercero !== undefined && (() => void change({ tercero: undefined, pagina: undefined }))}
      vacio={{
        texto: saldos?.length ? 'Sin contenedores en estas cuentas' : 'Aún no hay terceros',
        ayuda: deTercero
          ? 'Aquí están los contenedores que hay en vuestra cuenta.'
          : 'Añade en «Terceros» los clientes y proveedores que tienen contenedores, con sus lugares.',
      }}
    />
  )
}
