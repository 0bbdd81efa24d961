import type { Row } from './rows';

/** The days of a list in columns: each day goes to the column that is shorter, and stays there. */
export class Columns {
  private placed = new Map<number, number>();
  private n = 0;

  /**
   * Distributes the rows among n columns. Days that were placed stay, as long as other days only follow them; guess
   * returns the approximate height of a row, in any unit.
   */
  part(rows: readonly Row[], n: number, guess: (row: Row) => number): Row[][] {
    const days = daysOf(rows);
    const kept = [...this.placed.keys()];
    if (this.n !== n || !kept.every((day, i) => days[i]?.day === day)) this.placed = new Map();
    this.n = n;
    if (this.placed.size < days.length) this.place(days, n, guess);
    const columns: Row[][] = Array.from({ length: n }, () => []);
    for (const { day, rows } of days) columns[this.placed.get(day)!]!.push(...rows);
    return columns;
  }

  private place(days: readonly Day[], n: number, guess: (row: Row) => number): void {
    const heights = Array.from({ length: n }, () => 0);
    for (const { day, rows } of days) {
      const column = this.placed.get(day) ?? heights.indexOf(Math.min(...heights));
      this.placed.set(day, column);
      heights[column]! += rows.reduce((sum, row) => sum + guess(row), 0);
    }
  }
}

interface Day {
  day: number;
  rows: Row[];
}

/** The rows of each day. */
function daysOf(rows: readonly Row[]): Day[] {
  const days: Day[] = [];
  for (const row of rows) {
    if (days.at(-1)?.day === row.day) days.at(-1)!.rows.push(row);
    else days.push({ day: row.day, rows: [row] });
  }
  return days;
}
