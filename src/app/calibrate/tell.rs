//! What was found, for a person and for a program.

use super::fit::Bin;
use super::judge::Reliability;
use crate::eval::SearchErrors;
use crate::search::Selectivity;
use serde_json::{Value, json};
use std::io::{self, Write};

/// What was found.
pub(super) struct Found {
    pub errors: SearchErrors,
    /// Positions that were fitted to, and others that judged the fit.
    pub learnt: usize,
    pub judges: usize,
    pub bins: Vec<Bin>,
    pub reliability: Vec<Reliability>,
}

impl Found {
    fn fitted(&self, bin: &Bin) -> f64 {
        f64::from(self.errors.between(bin.empties as f32, bin.choice as f32, bin.deep as f32, bin.shallow as f32))
    }

    /// By how much, on average, the fitted deviations miss the measured ones: the root of the mean square of the logarithms' distance,
    /// the bins weighted with their pairs.
    fn residual(&self) -> f64 {
        let squares = self.bins.iter().map(|bin| bin.count as f64 * (bin.deviation / self.fitted(bin)).ln().powi(2));
        let count = self.bins.iter().map(|bin| bin.count).sum::<usize>().max(1);
        (squares.sum::<f64>() / count as f64).sqrt()
    }

    /// The residual of a fit that is right: what is measured of few pairs is off by chance.
    fn chance(&self) -> f64 {
        let count = self.bins.iter().map(|bin| bin.count).sum::<usize>().max(1);
        (self.bins.len() as f64 / (2 * count) as f64).sqrt()
    }

    /// Tables.
    ///
    /// # Errors
    /// If nobody can be told.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let SearchErrors { tempo, parity, deviation } = self.errors;
        writeln!(out, "tempo      {tempo:.3} discs")?;
        writeln!(out, "parity     {parity:.3} discs")?;
        writeln!(out, "deviation  {}", deviation.map(|factor| format!("{factor:.6}")).join(" "))?;
        let [off, chance] = [self.residual(), self.chance()].map(|off| 100.0 * (off.exp() - 1.0));
        let (bins, positions) = (self.bins.len(), self.learnt);
        writeln!(
            out,
            "residual   {off:.1} % over {bins} bins of {positions} positions; by chance alone {chance:.1} %"
        )?;
        writeln!(out)?;
        writeln!(out, "cuts that are only just made and right, in percent, with {} other positions", self.judges)?;
        for solved in [false, true] {
            self.write_reliability(solved, out)?;
        }
        Ok(())
    }

    fn write_reliability(&self, solved: bool, out: &mut impl Write) -> io::Result<()> {
        let of = |selectivity| {
            self.reliability.iter().filter(move |part| part.solved == solved && part.selectivity == selectivity)
        };
        let title = if solved { "perfect play" } else { "midgame" };
        let stages = of(Selectivity::P73).map(|part| format!("{}-{}", part.empties.start(), part.empties.end()));
        writeln!(
            out,
            "{title:<12} {}",
            stages.chain(["all".to_owned()]).map(|name| format!("{name:>7}")).collect::<String>()
        )?;
        for selectivity in Selectivity::ALL.into_iter().filter(|s| of(*s).next().is_some()) {
            let percent = |right: usize, cuts: usize| format!("{:>7.2}", 100.0 * right as f64 / cuts as f64);
            let stages: String = of(selectivity).map(|part| percent(part.right, part.cuts)).collect();
            let (right, cuts) = of(selectivity).fold((0, 0), |sum, part| (sum.0 + part.right, sum.1 + part.cuts));
            let name = format!("{} %", selectivity.percent());
            writeln!(out, "{name:<12} {stages}{}", percent(right, cuts))?;
        }
        Ok(())
    }

    /// All numbers.
    pub fn to_json(&self) -> Value {
        let bins = self.bins.iter().map(|bin| {
            json!({
                "empties": bin.empties, "choice": bin.choice, "deep": bin.deep, "shallow": bin.shallow, "count": bin.count,
                "bias": bin.bias, "deviation": bin.deviation, "fitted": self.fitted(bin),
            })
        });
        let reliability = self.reliability.iter().map(|part| {
            json!({
                "percent": part.selectivity.percent(), "deviations": part.selectivity.deviations(),
                "empties": [part.empties.start(), part.empties.end()], "solved": part.solved,
                "cuts": part.cuts, "right": part.right,
            })
        });
        json!({
            "tempo": self.errors.tempo,
            "parity": self.errors.parity,
            "deviation": self.errors.deviation,
            "residual": self.residual(),
            "positions": { "fitted": self.learnt, "judged": self.judges },
            "bins": bins.collect::<Vec<_>>(),
            "reliability": reliability.collect::<Vec<_>>(),
        })
    }
}
