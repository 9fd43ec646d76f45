//! With what `emilia solve` is asked.

use crate::random::Random;

/// What bounds the search of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    None,
    Depth(u32),
    Level(u32),
    Selectivity(u32),
    Nodes(u64),
    /// Milliseconds.
    Movetime(u64),
}

/// What is asked of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    Score,
    Window(i32, i32),
    Wld,
}

/// The arguments of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setting {
    pub threads: u32,
    /// MiB.
    pub hash: u32,
    pub limit: Limit,
    pub wanted: Wanted,
    pub all_moves: bool,
    pub contempt: i32,
    pub jobs: u32,
}

/// Rows for a person, JSON, or JSON with events.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Output {
    Rows,
    Json,
    Events,
}

impl Setting {
    /// The exact score of each position by one thread.
    pub const PLAIN: Setting = Setting {
        threads: 1,
        hash: 1,
        limit: Limit::None,
        wanted: Wanted::Score,
        all_moves: false,
        contempt: 0,
        jobs: 1,
    };

    /// Searches of few plies, or with forward pruning: they prove nothing, or only by chance.
    pub fn shallow() -> Vec<Setting> {
        let (plain, all) = (Setting::PLAIN, Setting { all_moves: true, ..Setting::PLAIN });
        vec![
            Setting { limit: Limit::Depth(0), ..plain },
            Setting { limit: Limit::Depth(0), ..all },
            Setting { limit: Limit::Depth(1), ..plain },
            Setting { limit: Limit::Depth(4), ..all },
            Setting { limit: Limit::Level(1), ..plain },
            Setting { limit: Limit::Selectivity(99), ..plain },
        ]
    }

    /// Searches that are cut short by a limit.
    pub fn limited() -> Vec<Setting> {
        let (plain, all) = (Setting::PLAIN, Setting { all_moves: true, ..Setting::PLAIN });
        vec![
            Setting { limit: Limit::Nodes(1), ..plain },
            Setting { limit: Limit::Nodes(300), ..all },
            Setting { limit: Limit::Nodes(2000), wanted: Wanted::Wld, ..plain },
            Setting { limit: Limit::Nodes(5000), ..all },
            Setting { limit: Limit::Nodes(14_000), ..all },
            Setting { limit: Limit::Nodes(14_000), wanted: Wanted::Window(-37, 6), contempt: -100, ..all },
            Setting { limit: Limit::Movetime(1), ..all },
            Setting { limit: Limit::Movetime(1), wanted: Wanted::Wld, ..all },
        ]
    }

    /// Searches to the end.
    pub fn complete() -> Vec<Setting> {
        let (plain, all) = (Setting::PLAIN, Setting { all_moves: true, ..Setting::PLAIN });
        vec![
            plain,
            all,
            Setting { wanted: Wanted::Window(3, 4), ..plain },
            Setting { wanted: Wanted::Window(-8, 2), ..all },
            Setting { wanted: Wanted::Window(1, 64), threads: 2, ..plain },
            Setting { wanted: Wanted::Window(-47, -7), contempt: 37, ..all },
            Setting { wanted: Wanted::Wld, contempt: 100, ..plain },
            Setting { wanted: Wanted::Wld, contempt: -100, ..all },
            Setting { wanted: Wanted::Wld, threads: 8, jobs: 2, ..plain },
            Setting { contempt: 100, threads: 2, ..all },
            Setting { threads: 8, hash: 16, ..plain },
            Setting { threads: 8, jobs: 8, hash: 16, ..all },
        ]
    }

    /// Any setting.
    pub fn random(random: &mut Random) -> Setting {
        let one_of = |of: &[u32], random: &mut Random| of[random.below(of.len())];
        let limit = match random.below(11) {
            0 => Limit::Depth(random.below(5) as u32),
            1 => Limit::Depth(random.below(15) as u32),
            2 => Limit::Level(1 + random.below(12) as u32),
            3 => Limit::Selectivity(one_of(&[33, 73, 95, 99, 100], random)),
            4 => Limit::Nodes(1 + random.below(400) as u64),
            5 | 6 => Limit::Nodes(1 + random.below(40_000) as u64),
            7 => Limit::Movetime(1),
            8 => Limit::Nodes(1 + random.below(4) as u64),
            _ => Limit::None,
        };
        let wanted = match random.below(6) {
            0 => Wanted::Wld,
            1 | 2 => {
                let (one, other) = (random.below(129) as i32 - 64, random.below(128) as i32 - 64);
                let (alpha, beta) = (one.min(other), one.max(other));
                Wanted::Window(alpha, beta.max(alpha + 1))
            }
            _ => Wanted::Score,
        };
        Setting {
            threads: one_of(&[1, 1, 2, 8], random),
            hash: one_of(&[1, 1, 16, 64], random),
            limit,
            wanted,
            all_moves: random.below(2) == 0,
            contempt: [0, 0, 0, 100, -100, 37][random.below(6)],
            jobs: one_of(&[1, 1, 2, 8], random),
        }
    }

    /// The arguments that say so, without the positions.
    pub fn arguments(&self, output: Output) -> Vec<String> {
        let Setting { threads, hash, limit, wanted, all_moves, contempt, jobs } = *self;
        let mut words = format!("--threads={threads} --hash={hash}");
        match limit {
            Limit::None => {}
            Limit::Depth(plies) => words += &format!(" --depth={plies}"),
            Limit::Level(level) => words += &format!(" --level={level}"),
            Limit::Selectivity(percent) => words += &format!(" --selectivity={percent}"),
            Limit::Nodes(nodes) => words += &format!(" --nodes={nodes}"),
            Limit::Movetime(milliseconds) => words += &format!(" --movetime={milliseconds}"),
        }
        match wanted {
            Wanted::Score => {}
            Wanted::Window(alpha, beta) => words += &format!(" --alpha={alpha} --beta={beta}"),
            Wanted::Wld => words += " --wld",
        }
        let flags = [
            (all_moves, " --all-moves".to_owned()),
            (contempt != 0, format!(" --contempt={contempt}")),
            (jobs > 1, format!(" --jobs={jobs}")),
            (output != Output::Rows, " --json".to_owned()),
            (output == Output::Events, " --events".to_owned()),
        ];
        flags.iter().filter(|(is_set, _)| *is_set).for_each(|(_, flag)| words += flag);
        words.split(' ').map(str::to_owned).collect()
    }

    /// The window in which a search that nothing cuts short proves the score of a position with this number of empty squares; none if the
    /// search proves nothing, or perhaps not all.
    pub fn whole(&self, empties: u32) -> Option<(i32, i32)> {
        let is_whole = match self.limit {
            Limit::None | Limit::Selectivity(100) => true,
            Limit::Depth(plies) => plies >= empties,
            _ => false,
        };
        is_whole.then_some(match self.wanted {
            Wanted::Score => (-64, 64),
            Wanted::Window(alpha, beta) => (alpha, beta),
            Wanted::Wld => (-1, 1),
        })
    }
}
