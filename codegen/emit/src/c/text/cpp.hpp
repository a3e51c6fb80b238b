@about@
#ifndef MULTIBODY_@PACKAGE@_HPP
#define MULTIBODY_@PACKAGE@_HPP

#if __cplusplus < 201703L && !defined(_MSVC_LANG)
#error "@package@.hpp needs C++17"
#endif

#include <array>
#if __has_include(<Eigen/Core>)
#include <Eigen/Core>
#define MULTIBODY_HAS_EIGEN
#endif

@real@
#include "@package@.h"

namespace multibody::@package@ {

#ifdef MULTIBODY_HAS_EIGEN
/** An array in a result as a vector of Eigen, without a copy. */
template <int N>
[[nodiscard]] inline ::Eigen::Map<const ::Eigen::Matrix<real, N, 1>> as_eigen(const real (&array)[N])
{
  return ::Eigen::Map<const ::Eigen::Matrix<real, N, 1>>(array);
}

/** An array in a result as a matrix of Eigen, without a copy. */
template <int @outer@, int @inner@>
[[nodiscard]] inline auto as_eigen(const real (&array)[@outer@][@inner@])
{
  constexpr int order = R == 1 ? ::Eigen::RowMajor : C == 1 ? ::Eigen::ColMajor : ::Eigen::@option@;
  return ::Eigen::Map<const ::Eigen::Matrix<real, R, C, order>>(&array[0][0]);
}
#endif

@functions@

}

#ifdef MULTIBODY_HAS_EIGEN
#undef MULTIBODY_HAS_EIGEN
#endif
@no_real@

#endif
