/** The account of a container: own stock of the company, a partner by id, or outside the pool (not registered, lost, removed). */
export type Cuenta = 'propio' | 'fuera' | number

/** A movement of containers of a family from one account to another (Unix ms): both halves of a double entry. */
export type Movimiento = { momento: number; familia: string; cantidad: number; de: Cuenta; a: Cuenta }

/** Containers per account and family (''; without a family). Accounts and families with zero are left out. */
export type Saldos = Map<Cuenta, Map<string, number>>

function add(saldos: Saldos, cuenta: Cuenta, familia: string, n: number): void {
  const families = saldos.get(cuenta) ?? new Map<string, number>()
  const now = (families.get(familia) ?? 0) + n
  if (now === 0) families.delete(familia)
  else families.set(familia, now)
  if (families.size === 0) saldos.delete(cuenta)
  else saldos.set(cuenta, families)
}

/** The balances after these movements, in any order. The balance of `fuera` is negative: the size of the pool. */
export function saldosOf(movimientos: Iterable<Movimiento>): Saldos {
  const saldos: Saldos = new Map()
  for (const { de, a, familia, cantidad } of movimientos) {
    add(saldos, de, familia, -cantidad)
    add(saldos, a, familia, cantidad)
  }
  return saldos
}

/** Account and family of one container after its movements, in order of time; null: no movements. */
export function standingOf(
  movimientos: readonly Omit<Movimiento, 'cantidad'>[],
): { cuenta: Cuenta; familia: string } | null {
  const last = movimientos.at(-1)
  if (!last) return null
  for (const [cuenta, families] of saldosOf(movimientos.map((m) => ({ ...m, cantidad: 1 }))))
    if (cuenta !== 'fuera') for (const [familia, n] of families) if (n > 0) return { cuenta, familia }
  return { cuenta: 'fuera', familia: last.familia }
}

/** Containers in an account, of one family or of all. */
export function countSaldo(saldos: Saldos, cuenta: Cuenta, familia?: string): number {
  const families = saldos.get(cuenta)
  if (!families) return 0
  if (familia !== undefined) return families.get(familia) ?? 0
  return [...families.values()].reduce((sum, n) => sum + n, 0)
}

/** What a partner is accountable for: sent − returned ± counted − accepted losses. */
export function saldoOf(movimientos: Iterable<Movimiento>, tercero: number, familia?: string): number {
  let saldo = 0
  for (const m of movimientos) {
    if (familia !== undefined && m.familia !== familia) continue
    if (m.a === tercero) saldo += m.cantidad
    if (m.de === tercero) saldo -= m.cantidad
  }
  return saldo
}
